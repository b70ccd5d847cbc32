PRAGMA application_id = 0x4E617653;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO migrations VALUES(1,'0001-journal','01960d6532a57b9a33220538ec9722193e5e9ba49cfb06f7bbf6d183c9688af5',1795285014905);
INSERT INTO migrations VALUES(2,'0002-withdrawn-apps','41310eba4c56a655c695204ef48c1f1eb95904f47128e304d69042c124e6a494',1795285014905);
INSERT INTO migrations VALUES(3,'0003-timers','646b73f1a857372f6657274f086f2fc459aa9cd296222640aa8e3242c095962d',1795285014905);
INSERT INTO migrations VALUES(4,'0004-timeline','100ea5bfe86ef8430f3fbc762a97b75effff37540c81c4b51ae5db73ba84a4fd',1795285014905);
INSERT INTO migrations VALUES(5,'0005-webhooks','3eae668d6a481d7226fc0746da59a21a1597c2660fd5a87750417bd04790a4dc',1795285014905);
INSERT INTO migrations VALUES(6,'0006-tombstones','76d94b4e07117406bad0e932ded999f6eb823f7dc0692b1dce499e431b55bff9',1795285014905);
INSERT INTO migrations VALUES(7,'0007-messages','26e7f5ff30d57e2b977e4024aba1639a48aebddb49f473dc0740fc18df9c97ad',1795285014905);
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
, shown INTEGER, tip INTEGER, oldest INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO sessions VALUES('s_kaOcy4f5CNCXJcrLybuGrg','counter',1,10,1795285015238,1795285015421,3,1,'{}','fea701612a4350391dd05d7f09c4da258e9e6bde251c7121fc16bc16ac202f97',7,8,1);
INSERT INTO sessions VALUES('s_osnxfKZgbLQasNIRayrWSQ','shop',1,3,1795285015276,1795285015299,3,0,'{}','af10494d8465280f83aaac552eb16efa7ea0b90c710bca5db5394e161d661662',3,3,1);
INSERT INTO sessions VALUES('s_rxnDXHUAlsElq-8E9DJKAg','list',1,1,1795285018383,1795285018383,1,0,'{}','c01cd6837f17ee42c4ae24b609a8211ceedfc518ac288f2bbd0e0db000a4fe37',1,1,1);
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
INSERT INTO containers VALUES('s_kaOcy4f5CNCXJcrLybuGrg','root',NULL,'stack',2,'[]',NULL);
INSERT INTO containers VALUES('s_osnxfKZgbLQasNIRayrWSQ','root',NULL,'stack',2,'[]',NULL);
INSERT INTO containers VALUES('s_rxnDXHUAlsElq-8E9DJKAg','root',NULL,'stack',0,'[]',NULL);
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
INSERT INTO screens VALUES('s_kaOcy4f5CNCXJcrLybuGrg','a1','root',0,NULL,'counter','{}','{"count":3}');
INSERT INTO screens VALUES('s_kaOcy4f5CNCXJcrLybuGrg','a2','root',1,NULL,'counter','{"count":7}','{"count":9}');
INSERT INTO screens VALUES('s_kaOcy4f5CNCXJcrLybuGrg','a3','root',2,NULL,'counter','{"count":9}','{"count":9}');
INSERT INTO screens VALUES('s_osnxfKZgbLQasNIRayrWSQ','a1','root',0,NULL,'catalog','{}','{}');
INSERT INTO screens VALUES('s_osnxfKZgbLQasNIRayrWSQ','a2','root',1,NULL,'product','{"id":"42"}','{"count":0}');
INSERT INTO screens VALUES('s_osnxfKZgbLQasNIRayrWSQ','a3','root',2,NULL,'product','{"id":"43"}','{"count":0}');
INSERT INTO screens VALUES('s_rxnDXHUAlsElq-8E9DJKAg','a1','root',0,NULL,'list','{}','{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":null}');
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
, state_of INTEGER) STRICT;
INSERT INTO changes VALUES(1,'s_kaOcy4f5CNCXJcrLybuGrg',2,1795285015247,NULL,'{"type": "increment"}','[["state","a1",{"count":0},{"count":1}]]','[]',NULL);
INSERT INTO changes VALUES(2,'s_kaOcy4f5CNCXJcrLybuGrg',3,1795285015254,NULL,'{"type": "increment"}','[["state","a1",{"count":1},{"count":2}]]','[]',NULL);
INSERT INTO changes VALUES(3,'s_kaOcy4f5CNCXJcrLybuGrg',4,1795285015257,NULL,'{"type": "increment"}','[["state","a1",{"count":2},{"count":3}]]','[]',NULL);
INSERT INTO changes VALUES(4,'s_kaOcy4f5CNCXJcrLybuGrg',5,1795285015261,NULL,'{"type": "push", "route": "counter", "params": {"count": 7}}','[["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}]]','[]',NULL);
INSERT INTO changes VALUES(5,'s_kaOcy4f5CNCXJcrLybuGrg',6,1795285015265,NULL,'{"actions": [{"type": "increment"}, {"type": "increment"}]}','[["state","a2",{"count":7},{"count":8}],["state","a2",{"count":8},{"count":9}]]','[]',NULL);
INSERT INTO changes VALUES(6,'s_kaOcy4f5CNCXJcrLybuGrg',7,1795285015266,NULL,'{"type": "push"}','[["insert","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":9}}]]','[{"seq":1,"name":"push","value":{"count":9}}]',NULL);
INSERT INTO changes VALUES(7,'s_kaOcy4f5CNCXJcrLybuGrg',8,1795285015269,NULL,'{"type": "increment"}','[["state","a3",{"count":9},{"count":10}]]','[]',NULL);
INSERT INTO changes VALUES(8,'s_osnxfKZgbLQasNIRayrWSQ',2,1795285015282,NULL,'{"type": "push", "route": "product", "params": {"id": "42"}}','[["insert","root",1,{"id":"a2","route":"product","params":{"id":"42"},"state":{"count":0}}]]','[]',NULL);
INSERT INTO changes VALUES(9,'s_osnxfKZgbLQasNIRayrWSQ',3,1795285015299,NULL,'{"type": "push", "route": "product", "params": {"id": "43"}}','[["insert","root",2,{"id":"a3","route":"product","params":{"id":"43"},"state":{"count":0}}]]','[]',NULL);
INSERT INTO changes VALUES(11,'s_kaOcy4f5CNCXJcrLybuGrg',9,1795285015380,NULL,'{"type":"undo","steps":2}','[["state","a3",{"count":10},{"count":9}],["remove","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":9}}]]','[]',6);
INSERT INTO changes VALUES(12,'s_kaOcy4f5CNCXJcrLybuGrg',10,1795285015421,NULL,'{"type":"redo","steps":1}','[["insert","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":9}}]]','[]',7);
INSERT INTO changes VALUES(13,'s_osnxfKZgbLQasNIRayrWSQ',4,1795285017975,NULL,'{"type":"message","to":"s_kaOcy4f5CNCXJcrLybuGrg","action":{"type":"increment"}}','[]','[]',NULL);
INSERT INTO changes VALUES(14,'s_kaOcy4f5CNCXJcrLybuGrg',11,1795285018001,'s_osnxfKZgbLQasNIRayrWSQ','{"type":"increment"}','[["state","a3",{"count":9},{"count":10}]]','[]',NULL);
INSERT INTO changes VALUES(15,'s_kaOcy4f5CNCXJcrLybuGrg',12,1795285018317,NULL,'{"type": "pop"}','[["remove","root",2,{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10}}]]','[]',NULL);
INSERT INTO changes VALUES(16,'s_kaOcy4f5CNCXJcrLybuGrg',13,1795285018347,NULL,'{"type": "increment"}','[["state","a2",{"count":9},{"count":10}]]','[]',NULL);
INSERT INTO changes VALUES(17,'s_osnxfKZgbLQasNIRayrWSQ',5,1795285018378,NULL,'{"type": "pop"}','[["remove","root",2,{"id":"a3","route":"product","params":{"id":"43"},"state":{"count":0}}]]','[]',NULL);
INSERT INTO changes VALUES(18,'s_rxnDXHUAlsElq-8E9DJKAg',2,1795285018398,NULL,'{"type": "setNavigation", "selection": "r2"}','[["state","a1",{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":null},{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":"r2"}],["insert","root",1,{"id":"a2","route":"counter","params":{"row":"r2"},"state":null}],["schedule","t3",1795285019398,{"screen":"a2","effect":"load","action":{"type":"loaded","count":42}}]]','[{"seq":1,"name":"open","value":{"row":"r2","count":42}}]',NULL);
CREATE TABLE revisions (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- changes.seq
  change INTEGER NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',2,1);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',3,2);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',4,3);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',5,4);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',6,5);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',7,6);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',8,7);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',9,11);
INSERT INTO revisions VALUES('s_kaOcy4f5CNCXJcrLybuGrg',10,12);
INSERT INTO revisions VALUES('s_osnxfKZgbLQasNIRayrWSQ',2,8);
INSERT INTO revisions VALUES('s_osnxfKZgbLQasNIRayrWSQ',3,9);
CREATE TABLE progress (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  low_water INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES(1,12);
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
INSERT INTO answers VALUES('s_kaOcy4f5CNCXJcrLybuGrg','first',X'3d676e4d2a4fdcd52640daae19e824a8252ac0af9765173f3f3479d17825d4aa',200,8,'{"revision":8,"changed":true,"outputs":[],"plan":[{"step":"replace","id":"a3","state":{"count":10}}],"session":{"id":"s_kaOcy4f5CNCXJcrLybuGrg","app":"counter","appVersion":1,"revision":8,"createdAt":"2026-11-21T18:16:55.238Z","updatedAt":"2026-11-21T18:16:55.269Z","navigation":{"id":"root","kind":"stack","selected":2,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":3}},{"id":"a2","route":"counter","params":{"count":7},"state":{"count":9}},{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10}}],"presented":[]},"data":{},"current":{"id":"a3","route":"counter","params":{"count":9},"state":{"count":10},"path":["counter"]},"can":{"goBack":true,"pop":true,"dismiss":false,"undo":true,"redo":false}}}',1795285015269);
INSERT INTO answers VALUES('s_kaOcy4f5CNCXJcrLybuGrg','second',X'3d676e4d2a4fdcd52640daae19e824a8252ac0af9765173f3f3479d17825d4aa',200,13,'{"revision":13,"changed":true,"outputs":[],"plan":[{"step":"replace","id":"a2","state":{"count":10}}],"session":{"id":"s_kaOcy4f5CNCXJcrLybuGrg","app":"counter","appVersion":1,"revision":13,"createdAt":"2026-11-21T18:16:55.238Z","updatedAt":"2026-11-21T18:16:58.347Z","navigation":{"id":"root","kind":"stack","selected":1,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":3}},{"id":"a2","route":"counter","params":{"count":7},"state":{"count":10}}],"presented":[]},"data":{},"current":{"id":"a2","route":"counter","params":{"count":7},"state":{"count":10},"path":["counter"]},"can":{"goBack":true,"pop":true,"dismiss":false,"undo":true,"redo":false}}}',1795285018347);
CREATE TABLE apps (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL, withdrawn_at INTEGER,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;
INSERT INTO apps VALUES('shop',1,'{"app": "shop", "version": 1, "root": {"kind": "stack", "routes": ["catalog", "product"], "initial": "catalog"}, "routes": {"catalog": {}, "product": {"params": {"id": "string"}, "identity": "id", "feature": "counter", "state": {"count": 0}}, "signIn": {"as": "sheet"}}}',1795285015230,NULL);
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
INSERT INTO timers VALUES('s_rxnDXHUAlsElq-8E9DJKAg','t3','a2','load',1795285019398,'{"type":"loaded","count":42}');
CREATE TABLE webhooks (
  name TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  -- JSON arrays of names; empty: all.
  apps TEXT NOT NULL,
  outputs TEXT NOT NULL,
  secret TEXT NOT NULL,
  -- Why nothing is sent, and since when; NULL: it is.
  parked_reason TEXT,
  parked_since INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO webhooks VALUES('till','http://127.0.0.1:9/','[]','[]','whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',NULL,NULL);
CREATE TABLE deliveries (
  -- Never used twice: an output that was taken is not mistaken for a later one.
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook TEXT NOT NULL,
  session TEXT NOT NULL,
  app TEXT NOT NULL,
  -- The output's number in its session.
  seq INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
INSERT INTO deliveries VALUES(1,'till','s_rxnDXHUAlsElq-8E9DJKAg','list',1,2,1795285018398,'open','{"row":"r2","count":42}');
CREATE TABLE tombstones (
  session TEXT PRIMARY KEY,
  -- Milliseconds since 1970.
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO tombstones VALUES('s_aldiafIe1NY8rM0vNzrCTw',1795285017000);
CREATE TABLE messages (
  -- In the order of the commits, and never given twice: messages are read by what comes after the last one that was.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  action TEXT NOT NULL,
  -- When it was sent, in milliseconds since 1970.
  at INTEGER NOT NULL,
  -- How many messages led to it, each sent by what the one before did.
  chain INTEGER NOT NULL
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('messages',1);
INSERT INTO sqlite_sequence VALUES('deliveries',1);
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
CREATE INDEX deliveries_by_webhook ON deliveries (webhook, position);
CREATE INDEX deliveries_by_session ON deliveries (webhook, session, position);
CREATE INDEX messages_by_recipient ON messages (recipient);
COMMIT;
