PRAGMA application_id = 0x4E617653;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO migrations VALUES(1,'0001-journal','01960d6532a57b9a33220538ec9722193e5e9ba49cfb06f7bbf6d183c9688af5',1795650157116);
INSERT INTO migrations VALUES(2,'0002-withdrawn-apps','41310eba4c56a655c695204ef48c1f1eb95904f47128e304d69042c124e6a494',1795650157116);
INSERT INTO migrations VALUES(3,'0003-timers','646b73f1a857372f6657274f086f2fc459aa9cd296222640aa8e3242c095962d',1795650157116);
INSERT INTO migrations VALUES(4,'0004-timeline','100ea5bfe86ef8430f3fbc762a97b75effff37540c81c4b51ae5db73ba84a4fd',1795650157116);
INSERT INTO migrations VALUES(5,'0005-webhooks','3eae668d6a481d7226fc0746da59a21a1597c2660fd5a87750417bd04790a4dc',1795650157116);
INSERT INTO migrations VALUES(6,'0006-tombstones','76d94b4e07117406bad0e932ded999f6eb823f7dc0692b1dce499e431b55bff9',1795650157116);
INSERT INTO migrations VALUES(7,'0007-messages','26e7f5ff30d57e2b977e4024aba1639a48aebddb49f473dc0740fc18df9c97ad',1795650157116);
INSERT INTO migrations VALUES(8,'0008-tombstone-tokens','492f068bf91640da37474899dbba91325e13ec359239d2663390db4875d6a571',1795650157116);
INSERT INTO migrations VALUES(9,'0009-app-keys','a815f15c2adf0c7bce418c53203ac678e72a3c171ef34717a6425f33f96fe3ff',1795650157116);
INSERT INTO migrations VALUES(10,'0010-steps','28b17139821dfc1981bc32eb0cb8011b78ce1a05e39e1ba8460fbff08ea34a57',1795650157116);
INSERT INTO migrations VALUES(11,'0011-refusals','685ad18edc40404f7c9307a2d20ff27fafb7edcac68ee1fe3b2d7f7b690be7c9',1795650157116);
INSERT INTO migrations VALUES(12,'0012-keys-and-labels','1980b7dd8382113944ed61ea615547c778aa18361dde22f1dd22c91b48b2431f',1795650157116);
INSERT INTO migrations VALUES(13,'0013-tokens','4584f789efb70a2c3fcbf9e7f4cee078aba6e7d4744ba2cb33fb1c37f4a3af55',1795650157116);
INSERT INTO migrations VALUES(14,'0014-app-events','13efabc68c61f2031de52dccb497417b0c674e1e39ae5e827dede360217fad17',1795650157116);
INSERT INTO migrations VALUES(15,'0015-batches','8698036ae91f2b1670c81c3f8d675ff443d9497be6f558dd71d74ceacb1f21d5',1795650157116);
INSERT INTO migrations VALUES(16,'0016-expiry','c2c627916b6802eab3f06ed3948a33b09326fd4e853a1f1325985010cc7045ba',1795650157116);
INSERT INTO migrations VALUES(17,'0017-openers','11361eb191d1bb132d2616606bb2c53101a5f0bf2ec48f6b3ad9f10835933154',1795650157116);
INSERT INTO migrations VALUES(18,'0018-calls','caddd56f3dbbc86860deef2c34aa02782f2bbf149f5cea369bb40ecf97d7a835',1795650157116);
INSERT INTO migrations VALUES(19,'0019-totals','af178cb6dbab76bfca014450e4e046538df6af39d2bea0717cddfd9a3ba61892',1795650157116);
INSERT INTO migrations VALUES(20,'0023-creations','bacb5cbb271023d4d056dda4d858a47f5eeeecf4db6f530acf42dd16b24283b8',1795650157116);
INSERT INTO migrations VALUES(21,'0024-focus','006434ed051448ebeb8eaf4200d88e12143d514f3a7c9f550fab4ec20594107d',1795650157116);
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
, shown INTEGER, tip INTEGER, oldest INTEGER NOT NULL DEFAULT 1, history_bytes INTEGER NOT NULL DEFAULT 0, key TEXT, seq INTEGER, expires INTEGER, initial_data TEXT, current TEXT, path TEXT) STRICT, WITHOUT ROWID;
INSERT INTO sessions VALUES('s_Zvfydlgsw2CWTKmFH2kP8w','list',1,1,1795650161271,1795650161271,1,0,'{}','3a95d4e2d53db3c229575e16e0783516e3c15c5f9cf37d26cd7eb526b8d22cae',1,1,1,0,NULL,20,NULL,NULL,'a1','["list"]');
INSERT INTO sessions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg','counter',1,11,1795650158651,1795650158733,2,0,'{}','e06c4903015e3e2cc5559dfb932010b33f95be07f056331be7dfda281ad2313a',11,11,1,2939,NULL,1,NULL,NULL,'a2','["counter"]');
INSERT INTO sessions VALUES('s_jFGFStg4KUz6r0AQ-iwudA','shop',1,6,1795650158739,1795650159751,3,0,'{}','a1f45d60e8fa3125880c4724f6461ada5c99d1232a54548a5f73b5c1e49b6a62',6,6,1,2574,'till-1',12,NULL,NULL,'a1','["catalog"]');
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
INSERT INTO containers VALUES('s_Zvfydlgsw2CWTKmFH2kP8w','root',NULL,'stack',0,'[]',NULL);
INSERT INTO containers VALUES('s_jFGFR2ze4OcHOEhKTwQuvg','root',NULL,'stack',1,'[]',NULL);
INSERT INTO containers VALUES('s_jFGFStg4KUz6r0AQ-iwudA','root',NULL,'stack',0,'[]',NULL);
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
  state TEXT NOT NULL, opener TEXT, intent TEXT,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
INSERT INTO screens VALUES('s_Zvfydlgsw2CWTKmFH2kP8w','a1','root',0,NULL,'list','{}','{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":null}',NULL,NULL);
INSERT INTO screens VALUES('s_jFGFR2ze4OcHOEhKTwQuvg','a1','root',0,NULL,'counter','{}','{"count":2}',NULL,NULL);
INSERT INTO screens VALUES('s_jFGFR2ze4OcHOEhKTwQuvg','a2','root',1,NULL,'counter','{"count":7}','{"count":9}',NULL,NULL);
INSERT INTO screens VALUES('s_jFGFStg4KUz6r0AQ-iwudA','a1','root',0,NULL,'catalog','{}','{"text":"word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" "}',NULL,NULL);
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
, state_of INTEGER, refused TEXT) STRICT;
INSERT INTO changes VALUES(2,'s_jFGFR2ze4OcHOEhKTwQuvg',2,1795650158656,NULL,'{"type": "increment"}','[["state","a1",{"count":0},{"count":1}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(3,'s_jFGFR2ze4OcHOEhKTwQuvg',3,1795650158676,NULL,'{"actions": [{"type": "increment"}, {"type": "push", "route": "counter", "params": {"count": 7}}]}','[["state","a1",{"count":1},{"count":2}],["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(4,'s_jFGFR2ze4OcHOEhKTwQuvg',4,1795650158687,NULL,'{"type": "increment"}','[["state","a2",{"count":7},{"count":8}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(5,'s_jFGFR2ze4OcHOEhKTwQuvg',5,1795650158693,NULL,'{"type":"undo"}','[["state","a2",{"count":8},{"count":7}]]','[]',3,NULL);
INSERT INTO changes VALUES(6,'s_jFGFR2ze4OcHOEhKTwQuvg',6,1795650158706,NULL,'{"type":"redo"}','[["state","a2",{"count":7},{"count":8}]]','[]',4,NULL);
INSERT INTO changes VALUES(7,'s_jFGFR2ze4OcHOEhKTwQuvg',7,1795650158724,NULL,'{"type": "pop"}','[["remove","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":8}}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(8,'s_jFGFR2ze4OcHOEhKTwQuvg',8,1795650158728,NULL,'{"type":"undo"}','[["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":8}}]]','[]',4,NULL);
INSERT INTO changes VALUES(9,'s_jFGFR2ze4OcHOEhKTwQuvg',9,1795650158731,NULL,'{"type":"jump","revision":2}','[["remove","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":8}}],["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":8}}],["state","a2",{"count":8},{"count":7}],["state","a2",{"count":7},{"count":8}],["state","a2",{"count":8},{"count":7}],["remove","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}],["state","a1",{"count":2},{"count":1}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(10,'s_jFGFR2ze4OcHOEhKTwQuvg',10,1795650158732,NULL,'{"type":"undo"}','[["state","a1",{"count":1},{"count":2}],["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}],["state","a2",{"count":7},{"count":8}],["state","a2",{"count":8},{"count":7}],["state","a2",{"count":7},{"count":8}],["remove","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":8}}],["insert","root",1,{"id":"a2","route":"counter","params":{"count":7},"state":{"count":8}}]]','[]',4,NULL);
INSERT INTO changes VALUES(11,'s_jFGFR2ze4OcHOEhKTwQuvg',11,1795650158733,NULL,'{"type": "increment"}','[["state","a2",{"count":8},{"count":9}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(13,'s_jFGFStg4KUz6r0AQ-iwudA',2,1795650158741,NULL,'{"type": "screen", "action": {"type": "setState", "state": {"text": "word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" word \"\u00e9\" "}}}','[["state","a1",{"text":""},{"text":"word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" word \"é\" "}],["schedule","t2",1795650159741,{"screen":null,"effect":"navstate.idle","action":{"type":"popToRoot"}}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(14,'s_jFGFStg4KUz6r0AQ-iwudA',3,1795650158742,NULL,'{"type": "push", "route": "product", "params": {"id": "tea"}}','[["insert","root",1,{"id":"a3","route":"product","params":{"id":"tea"},"state":{"count":0}}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(15,'s_jFGFStg4KUz6r0AQ-iwudA',4,1795650158743,NULL,'{"type": "pop"}','[["remove","root",1,{"id":"a3","route":"product","params":{"id":"tea"},"state":{"count":0}}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(16,'s_jFGFStg4KUz6r0AQ-iwudA',5,1795650158744,NULL,'{"type":"undo"}','[["insert","root",1,{"id":"a3","route":"product","params":{"id":"tea"},"state":{"count":0}}]]','[]',3,NULL);
INSERT INTO changes VALUES(19,'s_jFGFStg4KUz6r0AQ-iwudA',6,1795650159751,'timer','{"type":"popToRoot"}','[["unschedule","t2",1795650159741,{"screen":null,"effect":"navstate.idle","action":{"type":"popToRoot"}}],["remove","root",1,{"id":"a3","route":"product","params":{"id":"tea"},"state":{"count":0}}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(23,'s_Zvfyfky3l5xeMK-GRRrrUw',2,1795650161351,NULL,'{"type": "increment"}','[["state","a1",{"count":0},{"count":1}]]','[]',NULL,NULL);
INSERT INTO changes VALUES(24,'s_Zvfydlgsw2CWTKmFH2kP8w',2,1795650161371,NULL,'{"type": "setNavigation", "selection": "r2"}','[["state","a1",{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":null},{"rows":[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}],"selection":"r2"}],["insert","root",1,{"id":"a2","route":"counter","params":{"row":"r2"},"state":null}],["schedule","t3",1795650162371,{"screen":"a2","effect":"load","action":{"type":"loaded","count":42}}]]','[{"seq":1,"name":"open","value":{"row":"r2","count":42}}]',NULL,NULL);
CREATE TABLE revisions (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- changes.seq
  change INTEGER NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',2,2);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',3,3);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',4,4);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',5,5);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',6,6);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',7,7);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',8,8);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',9,9);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',10,10);
INSERT INTO revisions VALUES('s_jFGFR2ze4OcHOEhKTwQuvg',11,11);
INSERT INTO revisions VALUES('s_jFGFStg4KUz6r0AQ-iwudA',2,13);
INSERT INTO revisions VALUES('s_jFGFStg4KUz6r0AQ-iwudA',3,14);
INSERT INTO revisions VALUES('s_jFGFStg4KUz6r0AQ-iwudA',4,15);
INSERT INTO revisions VALUES('s_jFGFStg4KUz6r0AQ-iwudA',5,16);
INSERT INTO revisions VALUES('s_jFGFStg4KUz6r0AQ-iwudA',6,19);
CREATE TABLE progress (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  low_water INTEGER NOT NULL
, newest INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO progress VALUES(1,19,0);
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
INSERT INTO answers VALUES('s_jFGFR2ze4OcHOEhKTwQuvg','first',X'65a7e46f76c5f8df2527a7c05b3e0b2d0d1affa13367f79fc8cb2478da329d77',200,2,'{"revision":2,"changed":true,"outputs":[],"plan":[{"step":"replace","id":"a1","state":{"count":1}}],"session":{"id":"s_jFGFR2ze4OcHOEhKTwQuvg","app":"counter","appVersion":1,"revision":2,"createdAt":"2026-11-25T23:42:38.651Z","updatedAt":"2026-11-25T23:42:38.656Z","navigation":{"id":"root","kind":"stack","selected":0,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":1}}],"presented":[]},"data":{},"current":{"id":"a1","route":"counter","params":{},"state":{"count":1},"path":["counter"]},"can":{"goBack":false,"pop":false,"dismiss":false,"undo":true,"redo":false}}}',1795650158656);
INSERT INTO answers VALUES('s_jFGFR2ze4OcHOEhKTwQuvg','second',X'b40243c222dfb4c2110240f73d369fef3ca6cd883cfc7951684a87c8168a3627',200,3,'{"revision":3,"changed":true,"outputs":[],"plan":[{"step":"replace","id":"a1","state":{"count":2}},{"step":"push","container":"root","index":1,"screen":{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}}],"session":{"id":"s_jFGFR2ze4OcHOEhKTwQuvg","app":"counter","appVersion":1,"revision":3,"createdAt":"2026-11-25T23:42:38.651Z","updatedAt":"2026-11-25T23:42:38.676Z","navigation":{"id":"root","kind":"stack","selected":1,"screens":[{"id":"a1","route":"counter","params":{},"state":{"count":2}},{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7}}],"presented":[]},"data":{},"current":{"id":"a2","route":"counter","params":{"count":7},"state":{"count":7},"path":["counter"]},"can":{"goBack":true,"pop":true,"dismiss":false,"undo":true,"redo":false}}}',1795650158676);
CREATE TABLE apps (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL, withdrawn_at INTEGER,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;
INSERT INTO apps VALUES('shop',1,'{"app": "shop", "version": 1, "root": {"kind": "stack", "routes": ["catalog", "product"], "initial": "catalog"}, "routes": {"catalog": {"state": {"text": ""}}, "product": {"params": {"id": "string"}, "identity": "id", "state": {"count": 0}}}, "idle": {"after": 1, "action": {"type": "popToRoot"}}}',1795650158628,NULL);
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
INSERT INTO timers VALUES('s_Zvfydlgsw2CWTKmFH2kP8w','t3','a2','load',1795650162371,'{"type":"loaded","count":42}');
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
CREATE TABLE tombstones (
  session TEXT PRIMARY KEY,
  -- Milliseconds since 1970.
  at INTEGER NOT NULL
, token_hash TEXT, app TEXT, revision INTEGER, seq INTEGER, reason TEXT) STRICT, WITHOUT ROWID;
INSERT INTO tombstones VALUES('s_jFGFR6kvLLtLz6hpcE0LqQ',1795650158000,'9b2adc633e450e55251702d259b67bc2203c21a4fd162ceb87cb8003c4a37f78','counter',1,18,NULL);
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
CREATE TABLE app_keys (
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  -- SHA-256, in hexadecimal digits.
  key_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (app, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE steps (
  session TEXT NOT NULL,
  -- The first 16 bytes of the SHA-256 of the list, in hexadecimal digits.
  id TEXT NOT NULL,
  -- The list that `content` is a patch of; NULL: `content` is the list itself.
  base TEXT,
  -- The list without a base that the bases lead to.
  root TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT;
CREATE TABLE step_uses (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  steps TEXT NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;
CREATE TABLE labels (
  session TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session, name)
) STRICT, WITHOUT ROWID;
INSERT INTO labels VALUES('s_jFGFStg4KUz6r0AQ-iwudA','room','é');
CREATE TABLE tokens (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  role TEXT NOT NULL,
  name TEXT,
  -- SHA-256, in hexadecimal digits.
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- NULL: valid without limit.
  expires_at INTEGER,
  -- Of a code: how long the token for it is valid, in milliseconds; NULL: without limit.
  lifetime INTEGER,
  is_code INTEGER NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE pruned_events (
  app TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE batches (
  id INTEGER PRIMARY KEY,
  -- JSON.
  request TEXT NOT NULL,
  -- 'running', 'done' or 'cancelled'.
  state TEXT NOT NULL,
  -- Milliseconds since 1970.
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- The sessions up to this one, in the order of their ids, are done; NULL: none.
  cursor TEXT
) STRICT;
CREATE TABLE batch_sessions (
  batch INTEGER NOT NULL,
  session TEXT NOT NULL,
  PRIMARY KEY (batch, session)
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_counts (
  batch INTEGER NOT NULL,
  -- 'changed', 'unchanged' or 'refused'.
  outcome TEXT NOT NULL,
  -- The code of a refusal; otherwise empty.
  code TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (batch, outcome, code)
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_examples (
  session TEXT NOT NULL,
  batch INTEGER NOT NULL,
  code TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (session, batch)
) STRICT, WITHOUT ROWID;
CREATE TABLE calls (
  -- Unguessable, and the Idempotency-Key of each attempt.
  key TEXT NOT NULL PRIMARY KEY,
  session TEXT NOT NULL,
  -- The screen that asked; NULL: the app.
  screen TEXT,
  -- The revision that asked, and its time in milliseconds since 1970.
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  -- A JSON array of header fields.
  fields TEXT NOT NULL,
  body TEXT,
  -- Milliseconds.
  timeout INTEGER NOT NULL,
  -- A JSON object: the actions for the answer, and the variables of the step.
  reply TEXT NOT NULL,
  -- How many calls led to it, each made by the action for the answer to the one before.
  chain INTEGER NOT NULL,
  -- The number of failed attempts, and the time of the next one in milliseconds since 1970.
  attempts INTEGER NOT NULL,
  due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE totals (
  name TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO totals VALUES('keys',1);
INSERT INTO totals VALUES('labels',1);
CREATE TABLE creations (
  -- In the sequence of `changes.seq`.
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  app TEXT NOT NULL,
  -- NULL: the session has none.
  key TEXT,
  -- Milliseconds since 1970.
  at INTEGER NOT NULL,
  -- The rows of the session at revision 1: consecutive fields, each a netstring such as `4:root,`, or `-` for NULL.
  content TEXT NOT NULL
) STRICT;
INSERT INTO creations VALUES(21,'s_ZvfyfdvdWjm5sBiZAvmYKw','shop','q"é',1795650161272,'1:1,1:1,13:1795650161272,13:1795650161272,1:2,1:0,1:1,1:1,1:1,1:0,2:{},64:a4f883d14a4d599706d2ab159f709c6247454b0aef831f4bce10a34f603e55bc,10:7776000000,-2:a2,1:1,7:product,1:1,4:root,-5:stack,1:1,2:[],-1:2,2:a1,4:root,1:0,-7:catalog,2:{},16:{"text":"a,1:b"},--2:a2,4:root,1:1,-7:product,11:{"id":"ö"},11:{"count":3},--');
INSERT INTO creations VALUES(22,'s_Zvfyfky3l5xeMK-GRRrrUw','counter',NULL,1795650161283,'1:1,1:1,13:1795650161283,13:1795650161283,1:1,1:0,1:1,1:1,1:1,1:0,2:{},64:5f8b2f0a0a1e781521dd3342c6a0852005b5953058233d619a0c986837e52763,--2:a1,1:1,7:counter,1:1,4:root,-5:stack,1:0,2:[],-1:1,2:a1,4:root,1:0,-7:counter,2:{},11:{"count":0},--');
DELETE FROM sqlite_sequence;
CREATE VIEW counters AS
SELECT
  screens.session,
  screens.id AS screen,
  screens.route,
  member.key AS name,
  member.value
FROM screens, json_each(screens.state) AS member
WHERE member.type = 'integer';
CREATE INDEX timers_by_fire_at ON timers (fire_at);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook, position);
CREATE INDEX deliveries_by_session ON deliveries (webhook, session, position);
CREATE INDEX messages_by_recipient ON messages (recipient);
CREATE VIEW history AS
SELECT
  revisions.session,
  revisions.revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', changes.at / 1000.0, 'unixepoch') AS at,
  changes.actor,
  changes.action,
  changes.outputs,
  changes.refused
FROM revisions
JOIN changes ON changes.seq = revisions.change;
CREATE UNIQUE INDEX sessions_by_key ON sessions (key, app) WHERE key IS NOT NULL;
CREATE INDEX labels_by_value ON labels (name, value, session);
CREATE INDEX tokens_by_hash ON tokens (hash);
CREATE INDEX sessions_by_seq ON sessions (seq) WHERE seq IS NOT NULL;
CREATE INDEX tombstones_by_seq ON tombstones (seq) WHERE seq IS NOT NULL;
CREATE INDEX sessions_by_expiry ON sessions (updated_at + expires) WHERE expires IS NOT NULL;
CREATE INDEX sessions_by_update ON sessions (updated_at) WHERE expires IS NULL;
CREATE INDEX calls_by_session ON calls (session);
CREATE TRIGGER session_with_key_inserted AFTER INSERT ON sessions WHEN NEW.key IS NOT NULL
BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'keys';
END;
CREATE TRIGGER session_with_key_deleted AFTER DELETE ON sessions WHEN OLD.key IS NOT NULL
BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'keys';
END;
CREATE TRIGGER label_inserted AFTER INSERT ON labels
BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'labels';
END;
CREATE TRIGGER label_deleted AFTER DELETE ON labels
BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'labels';
END;
COMMIT;
