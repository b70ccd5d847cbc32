PRAGMA application_id = 0x4E617653;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO migrations VALUES(1,'0001-journal','01960d6532a57b9a33220538ec9722193e5e9ba49cfb06f7bbf6d183c9688af5',1795284959659);
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  app TEXT NOT NULL,
  app_version INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The number that the next id made in the session ends in.
  next_id INTEGER NOT NULL,
  -- The `seq` of the last output.
  outputs INTEGER NOT NULL,
  data TEXT NOT NULL,
  -- SHA-256, in hexadecimal digits.
  token_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sessions VALUES('s_S4WKOYc8zOTH-zQ9U0TJMA','shop',1,3,1795284960382,1795284960438,3,0,'{}','2a4f60b0e37c55efee7ed0de1b05df0f1d9cf45c27f7b704229d1478ac16010a');
INSERT INTO sessions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg','counter',1,8,1795284959996,1795284960373,3,1,'{}','306cd4ccdd81a0f89fc337161dd157d223740323722478d4a48137d0c6c113f6');
CREATE TABLE containers (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The screen whose content it is; NULL for the root.
  screen TEXT,
  kind TEXT NOT NULL,
  selected INTEGER NOT NULL,
  -- A JSON array of screen ids, the last visited last.
  history TEXT NOT NULL,
  -- Drawers only: 0 or 1.
  open INTEGER,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
INSERT INTO containers VALUES('s_S4WKOYc8zOTH-zQ9U0TJMA','root',NULL,'stack',2,'[]',NULL);
INSERT INTO containers VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg','root',NULL,'stack',2,'[]',NULL);
CREATE TABLE screens (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  container TEXT NOT NULL,
  -- Index among the container's screens, or among what is presented over it.
  position INTEGER NOT NULL,
  -- The style it is presented in; NULL for a screen of the container's own list.
  presented TEXT,
  route TEXT NOT NULL,
  params TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
INSERT INTO screens VALUES('s_S4WKOYc8zOTH-zQ9U0TJMA','a1','root',0,NULL,'catalog','{}','{}');
INSERT INTO screens VALUES('s_S4WKOYc8zOTH-zQ9U0TJMA','a2','root',1,NULL,'product','{"id":"42"}','{"count":0}');
INSERT INTO screens VALUES('s_S4WKOYc8zOTH-zQ9U0TJMA','a3','root',2,NULL,'product','{"id":"43"}','{"count":0}');
INSERT INTO screens VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg','a1','root',0,NULL,'counter','{}','{"count":3}');
INSERT INTO screens VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg','a2','root',1,NULL,'counter','{"count":7}','{"count":9}');
INSERT INTO screens VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg','a3','root',2,NULL,'counter','{"count":9}','{"count":10}');
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT,
  -- The action as it was sent, or a batch: {"actions": [...]}.
  action TEXT NOT NULL,
  -- What it did to the session, with former and new values.
  edits TEXT NOT NULL,
  -- A JSON array.
  outputs TEXT NOT NULL
) STRICT;
INSERT INTO changes VALUES(1,'s_ZB7EuncqdRfpOMGrJ_Y1qg',2,1795284960050,NULL,'{"type": "increment"}','[["state","a1",{"count":0},{"count":1}]]','[]');
INSERT INTO changes VALUES(2,'s_ZB7EuncqdRfpOMGrJ_Y1qg',3,1795284960150,NULL,'{"type": "increment"}','[["state","a1",{"count":1},{"count":2}]]','[]');
INSERT INTO changes VALUES(3,'s_ZB7EuncqdRfpOMGrJ_Y1qg',4,1795284960170,NULL,'{"type": "increment"}','[["state","a1",{"count":2},{"count":3}]]','[]');
INSERT INTO changes VALUES(4,'s_ZB7EuncqdRfpOMGrJ_Y1qg',5,1795284960198,NULL,'{"type": "push", "route": "counter", "params": {"count": 7}}','[["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}]]','[]');
INSERT INTO changes VALUES(5,'s_ZB7EuncqdRfpOMGrJ_Y1qg',6,1795284960269,NULL,'{"actions": [{"type": "increment"}, {"type": "increment"}]}','[["state","a2",{"count":7},{"count":8}],["state","a2",{"count":8},{"count":9}]]','[]');
INSERT INTO changes VALUES(6,'s_ZB7EuncqdRfpOMGrJ_Y1qg',7,1795284960285,NULL,'{"type": "push"}','[["insert","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":9}}]]','[{"seq":1,"name":"push","value":{"count":9}}]');
INSERT INTO changes VALUES(7,'s_ZB7EuncqdRfpOMGrJ_Y1qg',8,1795284960373,NULL,'{"type": "increment"}','[["state","a3",{"count":9},{"count":10}]]','[]');
INSERT INTO changes VALUES(8,'s_S4WKOYc8zOTH-zQ9U0TJMA',2,1795284960420,NULL,'{"type": "push", "route": "product", "params": {"id": "42"}}','[["insert","root",1,{"id":"a2","route":"product","params":{"id":"42"},"state":{"count":0}}]]','[]');
INSERT INTO changes VALUES(9,'s_S4WKOYc8zOTH-zQ9U0TJMA',3,1795284960438,NULL,'{"type": "push", "route": "product", "params": {"id": "43"}}','[["insert","root",2,{"id":"a3","route":"product","params":{"id":"43"},"state":{"count":0}}]]','[]');
INSERT INTO changes VALUES(11,'s_ZB7EuncqdRfpOMGrJ_Y1qg',9,1795284963473,NULL,'{"type": "pop"}','[["remove","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10}}]]','[]');
INSERT INTO changes VALUES(12,'s_ZB7EuncqdRfpOMGrJ_Y1qg',10,1795284963542,NULL,'{"type": "increment"}','[["state","a2",{"count":9},{"count":10}]]','[]');
INSERT INTO changes VALUES(13,'s_S4WKOYc8zOTH-zQ9U0TJMA',4,1795284963549,NULL,'{"type": "pop"}','[["remove","root",2,{"id":"a3","route":"product","params":{"id":"43"},"state":{"count":0}}]]','[]');
CREATE TABLE revisions (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- changes.seq
  change INTEGER NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;
INSERT INTO revisions VALUES('s_S4WKOYc8zOTH-zQ9U0TJMA',2,8);
INSERT INTO revisions VALUES('s_S4WKOYc8zOTH-zQ9U0TJMA',3,9);
INSERT INTO revisions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg',2,1);
INSERT INTO revisions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg',3,2);
INSERT INTO revisions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg',4,3);
INSERT INTO revisions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg',5,4);
INSERT INTO revisions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg',6,5);
INSERT INTO revisions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg',7,6);
INSERT INTO revisions VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg',8,7);
CREATE TABLE progress (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  low_water INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES(1,10);
CREATE TABLE answers (
  -- Empty for a request that creates a session.
  session TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of what was asked.
  fingerprint BLOB NOT NULL,
  status INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  body TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;
INSERT INTO answers VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg','first',X'6941810d401f6138305d005044ac197939e554ef91c07be020f253676679f556',200,8,'{"revision":8,"changed":true,"outputs":[],"session":{"id":"s_ZB7EuncqdRfpOMGrJ_Y1qg","app":"counter","appVersion":1,"revision":8,"createdAt":"2026-11-21T18:15:59.996Z","updatedAt":"2026-11-21T18:16:00.373Z","navigation":{"id":"root","kind":"stack","selected":2,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":3}},{"id":"a2","route":"counter","params":{"count":7},"state":{"count":9}},{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10}}],"presented":[]},"data":{},"current":{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10},"path":["counter"]},"can":{"goBack":true,"pop":true,"dismiss":false,"undo":false,"redo":false}}}',1795284960373);
INSERT INTO answers VALUES('s_ZB7EuncqdRfpOMGrJ_Y1qg','second',X'6941810d401f6138305d005044ac197939e554ef91c07be020f253676679f556',200,10,'{"revision":10,"changed":true,"outputs":[],"session":{"id":"s_ZB7EuncqdRfpOMGrJ_Y1qg","app":"counter","appVersion":1,"revision":10,"createdAt":"2026-11-21T18:15:59.996Z","updatedAt":"2026-11-21T18:16:03.542Z","navigation":{"id":"root","kind":"stack","selected":1,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":3}},{"id":"a2","route":"counter","params":{"count":7},"state":{"count":10}}],"presented":[]},"data":{},"current":{"id":"a2","route":"counter","params":{"count":7},"state":{"count":10},"path":["counter"]},"can":{"goBack":true,"pop":true,"dismiss":false,"undo":false,"redo":false}}}',1795284963542);
CREATE TABLE apps (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;
INSERT INTO apps VALUES('shop',1,'{"app": "shop", "version": 1, "root": {"kind": "stack", "routes": ["catalog", "product"], "initial": "catalog"}, "routes": {"catalog": {}, "product": {"params": {"id": "string"}, "identity": "id", "feature": "counter", "state": {"count": 0}}, "signIn": {"as": "sheet"}}}',1795284959973);
CREATE VIEW counters AS
SELECT
  screens.session,
  screens.id AS screen,
  screens.route,
  member.key AS name,
  member.value
FROM screens, json_each(screens.state) AS member
WHERE member.type = 'integer';
CREATE VIEW history AS
SELECT
  revisions.session,
  revisions.revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', changes.at / 1000.0, 'unixepoch') AS at,
  changes.actor,
  changes.action,
  changes.outputs
FROM revisions
JOIN changes ON changes.seq = revisions.change;
COMMIT;
