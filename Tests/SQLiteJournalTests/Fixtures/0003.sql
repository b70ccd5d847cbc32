PRAGMA application_id = 0x4E617653;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO migrations VALUES(1,'0001-journal','01960d6532a57b9a33220538ec9722193e5e9ba49cfb06f7bbf6d183c9688af5',1795284984383);
INSERT INTO migrations VALUES(2,'0002-withdrawn-apps','41310eba4c56a655c695204ef48c1f1eb95904f47128e304d69042c124e6a494',1795284984383);
INSERT INTO migrations VALUES(3,'0003-timers','646b73f1a857372f6657274f086f2fc459aa9cd296222640aa8e3242c095962d',1795284984383);
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
INSERT INTO sessions VALUES('s_prCIKpDpgOu0V2L-KlIDSg','list',1,1,1795284988503,1795284988503,1,0,'{}','83ebebfdb4b903d19856b1c2f9e06b97d84f52157dcce0e49c19384a71e1eceb');
INSERT INTO sessions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g','counter',1,8,1795284985281,1795284985496,3,1,'{}','68ca90e4197d280c89c8f7d74e9ae28fe0bfd5124a216fe4bdb45e143ea62acc');
INSERT INTO sessions VALUES('s_xmGMW4QD7gPLlcU8-FRmVw','shop',1,3,1795284985517,1795284985691,3,0,'{}','bed77cdb12e0da2e05d22e5946b4618b8c9e1c136ee880ac096a587acac2c3f5');
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
INSERT INTO containers VALUES('s_prCIKpDpgOu0V2L-KlIDSg','root',NULL,'stack',0,'[]',NULL);
INSERT INTO containers VALUES('s_wHIJ7ocdMVhNmtaOk5G29g','root',NULL,'stack',2,'[]',NULL);
INSERT INTO containers VALUES('s_xmGMW4QD7gPLlcU8-FRmVw','root',NULL,'stack',2,'[]',NULL);
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
INSERT INTO screens VALUES('s_prCIKpDpgOu0V2L-KlIDSg','a1','root',0,NULL,'list','{}','{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":null}');
INSERT INTO screens VALUES('s_wHIJ7ocdMVhNmtaOk5G29g','a1','root',0,NULL,'counter','{}','{"count":3}');
INSERT INTO screens VALUES('s_wHIJ7ocdMVhNmtaOk5G29g','a2','root',1,NULL,'counter','{"count":7}','{"count":9}');
INSERT INTO screens VALUES('s_wHIJ7ocdMVhNmtaOk5G29g','a3','root',2,NULL,'counter','{"count":9}','{"count":10}');
INSERT INTO screens VALUES('s_xmGMW4QD7gPLlcU8-FRmVw','a1','root',0,NULL,'catalog','{}','{}');
INSERT INTO screens VALUES('s_xmGMW4QD7gPLlcU8-FRmVw','a2','root',1,NULL,'product','{"id":"42"}','{"count":0}');
INSERT INTO screens VALUES('s_xmGMW4QD7gPLlcU8-FRmVw','a3','root',2,NULL,'product','{"id":"43"}','{"count":0}');
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
INSERT INTO changes VALUES(1,'s_wHIJ7ocdMVhNmtaOk5G29g',2,1795284985366,NULL,'{"type": "increment"}','[["state","a1",{"count":0},{"count":1}]]','[]');
INSERT INTO changes VALUES(2,'s_wHIJ7ocdMVhNmtaOk5G29g',3,1795284985433,NULL,'{"type": "increment"}','[["state","a1",{"count":1},{"count":2}]]','[]');
INSERT INTO changes VALUES(3,'s_wHIJ7ocdMVhNmtaOk5G29g',4,1795284985458,NULL,'{"type": "increment"}','[["state","a1",{"count":2},{"count":3}]]','[]');
INSERT INTO changes VALUES(4,'s_wHIJ7ocdMVhNmtaOk5G29g',5,1795284985473,NULL,'{"type": "push", "route": "counter", "params": {"count": 7}}','[["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}]]','[]');
INSERT INTO changes VALUES(5,'s_wHIJ7ocdMVhNmtaOk5G29g',6,1795284985484,NULL,'{"actions": [{"type": "increment"}, {"type": "increment"}]}','[["state","a2",{"count":7},{"count":8}],["state","a2",{"count":8},{"count":9}]]','[]');
INSERT INTO changes VALUES(6,'s_wHIJ7ocdMVhNmtaOk5G29g',7,1795284985488,NULL,'{"type": "push"}','[["insert","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":9}}]]','[{"seq":1,"name":"push","value":{"count":9}}]');
INSERT INTO changes VALUES(7,'s_wHIJ7ocdMVhNmtaOk5G29g',8,1795284985496,NULL,'{"type": "increment"}','[["state","a3",{"count":9},{"count":10}]]','[]');
INSERT INTO changes VALUES(8,'s_xmGMW4QD7gPLlcU8-FRmVw',2,1795284985604,NULL,'{"type": "push", "route": "product", "params": {"id": "42"}}','[["insert","root",1,{"id":"a2","route":"product","params":{"id":"42"},"state":{"count":0}}]]','[]');
INSERT INTO changes VALUES(9,'s_xmGMW4QD7gPLlcU8-FRmVw',3,1795284985691,NULL,'{"type": "push", "route": "product", "params": {"id": "43"}}','[["insert","root",2,{"id":"a3","route":"product","params":{"id":"43"},"state":{"count":0}}]]','[]');
INSERT INTO changes VALUES(11,'s_wHIJ7ocdMVhNmtaOk5G29g',9,1795284988424,NULL,'{"type": "pop"}','[["remove","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10}}]]','[]');
INSERT INTO changes VALUES(12,'s_wHIJ7ocdMVhNmtaOk5G29g',10,1795284988489,NULL,'{"type": "increment"}','[["state","a2",{"count":9},{"count":10}]]','[]');
INSERT INTO changes VALUES(13,'s_xmGMW4QD7gPLlcU8-FRmVw',4,1795284988500,NULL,'{"type": "pop"}','[["remove","root",2,{"id":"a3","route":"product","params":{"id":"43"},"state":{"count":0}}]]','[]');
INSERT INTO changes VALUES(14,'s_prCIKpDpgOu0V2L-KlIDSg',2,1795284988515,NULL,'{"type": "setNavigation", "selection": "r2"}','[["state","a1",{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":null},{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":"r2"}],["insert","root",1,{"id":"a2","route":"counter","params":{"row":"r2"},"state":null}],["schedule","t3",1795284989515,{"screen":"a2","effect":"load","action":{"type":"loaded","count":42}}]]','[{"seq":1,"name":"open","value":{"row":"r2","count":42}}]');
CREATE TABLE revisions (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- changes.seq
  change INTEGER NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;
INSERT INTO revisions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g',2,1);
INSERT INTO revisions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g',3,2);
INSERT INTO revisions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g',4,3);
INSERT INTO revisions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g',5,4);
INSERT INTO revisions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g',6,5);
INSERT INTO revisions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g',7,6);
INSERT INTO revisions VALUES('s_wHIJ7ocdMVhNmtaOk5G29g',8,7);
INSERT INTO revisions VALUES('s_xmGMW4QD7gPLlcU8-FRmVw',2,8);
INSERT INTO revisions VALUES('s_xmGMW4QD7gPLlcU8-FRmVw',3,9);
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
INSERT INTO answers VALUES('s_wHIJ7ocdMVhNmtaOk5G29g','first',X'643aac835dc9f0c6180d882656f2ad4568f9995879539f52c2a759ccee10a8d4',200,8,'{"revision":8,"changed":true,"outputs":[],"plan":[{"step":"replace","id":"a3","state":{"count":10}}],"session":{"id":"s_wHIJ7ocdMVhNmtaOk5G29g","app":"counter","appVersion":1,"revision":8,"createdAt":"2026-11-21T18:16:25.281Z","updatedAt":"2026-11-21T18:16:25.496Z","navigation":{"id":"root","kind":"stack","selected":2,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":3}},{"id":"a2","route":"counter","params":{"count":7},"state":{"count":9}},{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10}}],"presented":[]},"data":{},"current":{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10},"path":["counter"]},"can":{"goBack":true,"pop":true,"dismiss":false,"undo":false,"redo":false}}}',1795284985496);
INSERT INTO answers VALUES('s_wHIJ7ocdMVhNmtaOk5G29g','second',X'643aac835dc9f0c6180d882656f2ad4568f9995879539f52c2a759ccee10a8d4',200,10,'{"revision":10,"changed":true,"outputs":[],"plan":[{"step":"replace","id":"a2","state":{"count":10}}],"session":{"id":"s_wHIJ7ocdMVhNmtaOk5G29g","app":"counter","appVersion":1,"revision":10,"createdAt":"2026-11-21T18:16:25.281Z","updatedAt":"2026-11-21T18:16:28.489Z","navigation":{"id":"root","kind":"stack","selected":1,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":3}},{"id":"a2","route":"counter","params":{"count":7},"state":{"count":10}}],"presented":[]},"data":{},"current":{"id":"a2","route":"counter","params":{"count":7},"state":{"count":10},"path":["counter"]},"can":{"goBack":true,"pop":true,"dismiss":false,"undo":false,"redo":false}}}',1795284988489);
CREATE TABLE apps (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL, withdrawn_at INTEGER,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;
INSERT INTO apps VALUES('shop',1,'{"app": "shop", "version": 1, "root": {"kind": "stack", "routes": ["catalog", "product"], "initial": "catalog"}, "routes": {"catalog": {}, "product": {"params": {"id": "string"}, "identity": "id", "feature": "counter", "state": {"count": 0}}, "signIn": {"as": "sheet"}}}',1795284985073,NULL);
CREATE TABLE timers (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Whose reducer asked; NULL: the app's own.
  screen TEXT,
  -- The name under which the reducer can replace or cancel it.
  effect TEXT NOT NULL,
  fire_at INTEGER NOT NULL,
  action TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
INSERT INTO timers VALUES('s_prCIKpDpgOu0V2L-KlIDSg','t3','a2','load',1795284989515,'{"type":"loaded","count":42}');
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
CREATE INDEX timers_by_fire_at ON timers (fire_at);
COMMIT;
