#!/usr/bin/env python3
"""Kills the server again and again and holds it to what it acknowledged.

  python3 crash.py [--rounds 10] [--seconds 2] [--threads 8] [--sessions 6] [--db '{dir}/*.sqlite'] [--power]
                   [--startup-kills 0.2] [--admin-token TOKEN] [--seed N] [--work DIR] [--verbose]
                   -- COMMAND with {port} and {dir}

Client threads act on shared sessions, each request with an Idempotency-Key, and keep a ledger of what was
acknowledged (session, revision, key).  At a random moment the server gets SIGKILL; with --power (root) it is
stopped, what it had sent is read, and the file system under {dir} loses all it had not yet been made to write.
After each restart the ledger is compared with the session, its history and its stack; requests without an answer
are sent again with their key.  See WIRE.md.  Last line "N passed, M failed"; exit status 1 on failure."""
import argparse, atexit, fcntl, glob, http.client, json, os, random, re, shutil, signal, socket, sqlite3, statistics
import struct, subprocess, sys, tempfile, threading, time

KEY = re.compile(r'k-[0-9a-f]{16}')
APP = {'app': 'oracle-crash', 'version': 1, 'root': {'kind': 'stack', 'routes': ['home', 'item'], 'initial': 'home'},
       'routes': {'home': {}, 'item': {}}}
FS_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587d, 2


class Api:
    def __init__(self, port, timeout=15):
        self.port, self.timeout, self.conn = port, timeout, None

    def send(self, method, path, body=None, token=None, headers=None):
        h = dict(headers or {})
        if body is not None:
            body = json.dumps(body)
            h['Content-Type'] = 'application/json'
        if token:
            h['Authorization'] = 'Bearer ' + token
        try:
            if self.conn is None:
                self.conn = http.client.HTTPConnection('127.0.0.1', self.port, timeout=self.timeout)
                self.conn.connect()
                self.conn.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.conn.request(method, path, body=body, headers=h)
            r = self.conn.getresponse()
            data = r.read()
            if r.will_close:
                self.close()
            return r.status, (json.loads(data) if data else None), r.headers
        except (OSError, http.client.HTTPException, ValueError):
            self.close()
            raise ConnectionError

    def close(self):
        if self.conn:
            self.conn.close()
            self.conn = None


class Server:
    def __init__(self, command, port, data, log):
        self.command = [x.replace('{port}', str(port)).replace('{dir}', data) for x in command]
        self.port, self.log, self.proc = port, log, None

    def start(self):
        self.began = time.monotonic()
        with open(self.log, 'ab') as f:
            self.proc = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=f, stderr=f, start_new_session=True)

    def ready(self, limit):
        api = Api(self.port, timeout=2)
        while time.monotonic() - self.began < limit:
            if self.proc.poll() is not None:
                return None
            try:
                if api.send('GET', '/readyz')[0] == 200:
                    api.close()
                    return time.monotonic() - self.began
            except ConnectionError:
                pass
            time.sleep(0.005)
        return None

    def signal(self, sig):                                 # the process and what it started: its own group
        try:
            os.killpg(self.proc.pid, sig)
        except ProcessLookupError:
            pass

    def kill(self):
        if self.proc:
            self.signal(signal.SIGKILL)
            self.proc.wait()

    def stop(self):
        self.signal(signal.SIGTERM)
        try:
            return self.proc.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            return None


class Disk:
    """A small ext4 on a loop device, whose power can be cut."""

    def __init__(self, work):
        self.img, self.mnt = os.path.join(work, 'disk.img'), os.path.join(work, 'disk')
        os.makedirs(self.mnt, exist_ok=True)
        with open(self.img, 'wb') as f:
            f.truncate(512 << 20)
        self.sh('mkfs.ext4', '-q', '-F', self.img)
        self.mounted = False
        atexit.register(self.umount)
        self.mount()

    def sh(self, *command):
        subprocess.run(command, check=True, capture_output=True)

    def mount(self):
        self.sh('mount', '-o', 'loop,commit=60', self.img, self.mnt)
        self.mounted = True

    def umount(self):
        for _ in range(50):
            if not self.mounted:
                return
            try:
                self.sh('umount', self.mnt)
                self.mounted = False
            except subprocess.CalledProcessError:
                time.sleep(0.1)

    def cut(self):
        fd = os.open(self.mnt, os.O_RDONLY)
        fcntl.ioctl(fd, FS_IOC_SHUTDOWN, struct.pack('I', NOLOGFLUSH))
        os.close(fd)


class Session:
    def __init__(self, id, token, revision):
        self.id, self.token, self.path = id, token, '/v1/sessions/' + id
        self.base = self.seen = revision                   # history is known up to `seen`
        self.where, self.stack, self.depth = {}, [{}], 1   # key -> revision; the expected stack
        self.broken = None                                 # failed already: reported once


class Op:
    __slots__ = ('session', 'key', 'path', 'body', 'steps', 'state', 'revision', 'round')


class Run:
    def __init__(self, a, command):
        self.a, self.rng = a, random.Random(a.seed)
        self.work = a.work or tempfile.mkdtemp(prefix='crash-')
        os.makedirs(self.work, exist_ok=True)
        self.disk = Disk(self.work) if a.power else None
        self.data = os.path.join(self.disk.mnt if self.disk else self.work, 'data')
        os.makedirs(self.data, exist_ok=True)
        if self.disk:
            os.sync()
        s = socket.socket()
        s.bind(('127.0.0.1', a.port))
        self.port = s.getsockname()[1]
        s.close()
        self.server = Server(command, self.port, self.data, os.path.join(self.work, 'server.log'))
        atexit.register(self.server.kill)
        self.lock, self.sessions, self.active = threading.Lock(), [], []
        self.ledger, self.ops = [], {}                     # ops of this round; every op by its key
        self.api = Api(self.port)
        self.passed = self.failed = self.kills = self.acks = self.lost = self.doubled = 0
        self.unanswered = self.applied = self.shown = 0
        self.times, self.odd, self.n = [], [], 0

    # -- reporting
    def check(self, name, faults):
        self.passed, self.failed = self.passed + (not faults), self.failed + bool(faults)
        for f in faults[:3]:
            print('FAIL %s: %s' % (name, f))
        if len(faults) > 3:
            print('FAIL %s: ... and %d more' % (name, len(faults) - 3))

    # -- load
    def create(self, api):
        status, body, _ = api.send('POST', '/v1/sessions', {'app': self.a.app or APP['app']}, self.a.admin_token)
        if status != 201:
            raise SystemExit('creating a session: %s %s' % (status, json.dumps(body)[:300]))
        s = Session(body['id'], body.get('token'), body['revision'])
        with self.lock:
            self.sessions.append(s)
            self.acks += 1
        return s

    def make(self, r, s):
        o = Op()
        o.session, o.key, o.state, o.revision = s, 'k-%016x' % r.getrandbits(64), 'sent', None
        with self.lock:
            self.n += 1
            n = self.n
        p = r.random()
        if s.depth > 12 or (p < 0.25 and s.depth > 1):
            kind, body = 'pop', {'result': {'k': o.key}}
            if r.random() < 0.3:
                body['count'] = r.randint(1, 3)
            o.steps = [('pop', body.get('count', 1))]
        elif p < 0.6:
            kind, body = 'push', {'route': 'item', 'params': {'k': o.key}}
            o.steps = [('push', {'k': o.key})]
        elif p < 0.88:
            kind, body = 'setParams', {'params': {'k': o.key, 'n': n}}
            o.steps = [('set', {'k': o.key, 'n': n})]
        else:
            kind = None
            body = {'actions': [{'type': 'push', 'route': 'item', 'params': {'k': o.key}},
                                {'type': 'setParams', 'params': {'n': n}}]}
            o.steps = [('push', {'k': o.key}), ('set', {'n': n})]
        if kind and r.random() < 0.5:
            o.path, o.body = s.path + '/' + kind, body
        else:
            o.path, o.body = s.path + '/actions', dict(body, type=kind) if kind else body
        return o

    def send(self, api, o):
        return api.send('POST', o.path, o.body, o.session.token, {'Idempotency-Key': o.key, 'Prefer': 'return=minimal'})

    def client(self, i, round_, stop):
        r, api = random.Random('%s/%d/%d' % (self.a.seed, round_, i)), Api(self.port)
        while not stop.is_set():
            if r.random() < 0.005:
                try:
                    self.create(api)
                except (ConnectionError, SystemExit):
                    continue
            s = r.choice(self.active)
            o = self.make(r, s)
            with self.lock:
                self.ledger.append(o)
                self.ops[o.key] = o
            try:
                status, body, _ = self.send(api, o)
            except ConnectionError:
                o.state = 'unknown'
                time.sleep(0.01)
                continue
            if status == 200 and body.get('changed'):
                o.revision, o.state = body['revision'], 'acked'
                s.depth += {'push': 1, 'pop': -1}.get(o.steps[0][0], 0)
                if s.depth < 1:
                    s.depth = 1
            elif status == 200:
                o.state = 'same'
            elif status == 409:
                o.state = 'refused'
                if o.steps[0][0] == 'pop':
                    s.depth = 1
            else:
                o.state = 'odd'
                self.odd.append('%s %s answered %s %s' % (o.path.rsplit('/', 1)[1], json.dumps(o.body), status, json.dumps(body)[:200]))
        api.close()

    # -- verification
    def history(self, s, after):
        """[(revision, set of keys)] after that revision."""
        out = []
        while True:
            status, body, _ = self.api.send('GET', '%s/history?after=%d&limit=100' % (s.path, after), token=s.token)
            if status != 200:
                raise LookupError('history answered %s %s' % (status, json.dumps(body)[:200]))
            for item in body['items']:
                out.append((item['revision'], set(KEY.findall(json.dumps(item['action'])))))
            if not body['items'] or body.get('next') is None:
                return [x for x in out if x[0] > s.base]
            if out[-1][0] <= after:
                raise LookupError('history does not advance: after=%d again ends at %d' % (after, out[-1][0]))
            after = out[-1][0]

    def replay(self, s, keys):
        for key in keys:
            for kind, x in self.ops[key].steps:
                if kind == 'push':
                    s.stack.append(dict(x))
                elif kind == 'pop':
                    del s.stack[max(1, len(s.stack) - x):]
                else:
                    s.stack[-1].update(x)

    def inspect(self, s, acked, out):
        """Compares one session with the ledger. Faults go to `out`, by kind."""
        status, body, _ = self.api.send('GET', s.path, token=s.token)
        if status != 200:
            out['revisions'].append('session %s: %s after a restart; %d acknowledged changes' % (s.id, status, len(acked)))
            self.lost += max(1, len(acked))
            s.broken = True
            return
        now = body['revision']
        top = max((o.revision for o in acked), default=s.base)
        if now < max(top, s.seen):
            out['revisions'].append('session %s is at revision %d, %d was acknowledged' % (s.id, now, max(top, s.seen)))
        try:
            items = self.history(s, s.seen)
        except LookupError as e:
            out['history'].append('session %s: %s' % (s.id, e))
            s.broken = True
            return
        expected, twice = s.seen + 1, False
        for revision, keys in items:
            if revision != expected:
                out['history'].append('session %s: revision %d follows %d in the history' % (s.id, revision, expected - 1))
            expected = revision + 1
            if len(keys) != 1 or next(iter(keys)) not in self.ops:
                out['history'].append('session %s: revision %d holds %s, one key of ours expected' % (s.id, revision, sorted(keys) or 'nothing'))
            for k in keys & self.ops.keys():
                o = self.ops[k]
                if k in s.where:
                    self.doubled += 1
                    out['once'].append('session %s: %s is applied at revision %d and at %d' % (s.id, k, s.where[k], revision))
                    twice = True
                    continue
                s.where[k] = revision
                if o.session is not s:
                    out['history'].append('session %s: %s was sent to %s' % (s.id, k, o.session.id))
                if o.state in ('refused', 'same'):
                    out['history'].append('session %s: %s stands at revision %d and was answered as %s' % (s.id, k, revision, o.state))
        if items and items[-1][0] != now or not items and now > s.seen:
            out['history'].append('session %s is at revision %d, its history ends at %d' % (s.id, now, items[-1][0] if items else s.seen))
        for o in acked:
            at = s.where.get(o.key)
            if at is None:
                self.lost += 1
                out['revisions'].append('session %s: %s (%s), acknowledged as revision %d, is lost' % (s.id, o.key, o.steps[0][0], o.revision))
            elif at != o.revision:
                out['history'].append('session %s: %s, acknowledged as revision %d, stands at %d' % (s.id, o.key, o.revision, at))
        self.replay(s, [k for _, keys in items for k in keys if k in self.ops])
        s.seen = max(s.seen, now)
        status, body, _ = self.api.send('GET', s.path + '/stack', token=s.token)
        got = [{k: v for k, v in x['params'].items() if k in ('k', 'n')} for x in body['screens']] if status == 200 else status
        s.depth = len(s.stack)
        if got != s.stack:
            out['state'].append('session %s at revision %d: the stack is %s, its history gives %s' % (s.id, now, json.dumps(got)[-300:], json.dumps(s.stack)[-300:]))
            s.broken = True
        if twice or now < top or any(o.key not in s.where for o in acked):
            s.broken = True

    def again(self, o, out, kind):
        """The same request with the same key once more."""
        for _ in range(50):
            status, body, headers = self.send(self.api, o)
            code = (body or {}).get('code', '') if status == 409 else ''
            if not re.search('idempot|in-progress|running|in-flight', code):
                break
            time.sleep(0.1)
        else:
            out[kind].append('%s is still answered %s after 5 s' % (o.key, code))
            return
        replayed = (headers.get('Idempotency-Replayed') or '').lower() == 'true'
        was = o.session.where.get(o.key)
        if was is not None:
            if status != 200 or body.get('revision') != was:
                out[kind].append('%s, applied as revision %d, is answered %s revision %s when sent again' % (o.key, was, status, (body or {}).get('revision')))
            elif not replayed:
                out[kind].append('%s, applied as revision %d: no Idempotency-Replayed when sent again' % (o.key, was))
        if status == 200 and body.get('changed'):
            o.state, o.revision = 'acked', body['revision']
        elif status == 409:
            o.state = 'refused'
        elif status != 200:
            out[kind].append('%s sent again: %s %s' % (o.key, status, json.dumps(body)[:200]))

    def verify(self, everything=False):
        out = {k: [] for k in ('revisions', 'history', 'once', 'state', 'unanswered', 'replay')}
        acked, unknown = {}, [o for o in self.ledger if o.state in ('unknown', 'sent') and not o.session.broken]
        for o in self.ledger:
            if o.state == 'acked':
                acked.setdefault(o.session, []).append(o)
        touched = [s for s in self.sessions if not s.broken]
        if not everything:
            old = [s for s in touched if s not in self.active and s not in acked]
            touched = [s for s in touched if s in self.active or s in acked] + self.rng.sample(old, min(3, len(old)))
        for s in touched:
            self.inspect(s, acked.get(s, []), out)
        # Requests without an answer: at most once, whatever became of the first try. Then some that were answered.
        before = sum(o.key in o.session.where for o in unknown)
        retried = set()
        for o in unknown:
            if not o.session.broken:
                self.again(o, out, 'unanswered')
                retried.add(o.session)
                if self.rng.random() < 0.5 and o.state == 'acked':
                    o.session.where.setdefault(o.key, o.revision)
                    self.again(o, out, 'unanswered')
                    if o.session.where[o.key] > o.session.seen:
                        del o.session.where[o.key]
        done = [o for s in acked for o in acked[s] if not s.broken]
        for o in self.rng.sample(done, min(10, len(done))):
            self.again(o, out, 'replay')
            retried.add(o.session)
        for s in retried:
            if not s.broken:
                self.inspect(s, [o for o in unknown if o.session is s and o.state == 'acked'], out)
        self.unanswered, self.applied = self.unanswered + len(unknown), self.applied + before
        self.check('every acknowledged revision is there', out['revisions'])
        self.check('the history is what was acknowledged, in order', out['history'])
        self.check('nothing is applied twice', out['once'])
        self.check('the stack is what the history gives', out['state'])
        self.check('a request without an answer, sent again, is applied at most once', out['unanswered'])
        self.check('an acknowledged request, sent again, gets its first answer', out['replay'])
        self.ledger = []
        return len(unknown), before

    def integrity(self):
        """On a copy, so that the server finds the files as the kill left them."""
        faults, files = [], [f for g in self.a.db for f in glob.glob(g.replace('{dir}', self.data))]
        files = [f for f in files if not f.endswith(('-wal', '-shm', '-journal'))]
        for f in files:
            tmp = tempfile.mkdtemp(prefix='crash-db-')
            try:
                for suffix in ('', '-wal', '-journal'):
                    if os.path.exists(f + suffix):
                        shutil.copy(f + suffix, os.path.join(tmp, 'db' + suffix))
                c = sqlite3.connect(os.path.join(tmp, 'db'))
                r = [x[0] for x in c.execute('PRAGMA integrity_check')] + [str(x) for x in c.execute('PRAGMA foreign_key_check')]
                c.close()
                if r != ['ok']:
                    faults.append('%s: %s' % (os.path.basename(f), r[:3]))
            except sqlite3.Error as e:
                faults.append('%s: %s' % (os.path.basename(f), e))
            finally:
                shutil.rmtree(tmp, ignore_errors=True)
        if not files:
            faults.append('no database at ' + ', '.join(self.a.db))
        self.check('PRAGMA integrity_check', faults)

    # -- rounds
    def up(self):
        self.server.start()
        t = self.server.ready(self.a.ready)
        if t is None:
            code = self.server.proc.poll()
            with open(self.server.log, 'rb') as f:
                tail = f.read()[-1500:].decode('utf-8', 'replace')
            self.check('the server becomes ready', ['exit status %s' % code if code is not None else 'not within %g s' % self.a.ready])
            print(tail)
            raise SystemExit(1)
        self.passed += 1
        self.times.append(t)
        return t

    def down(self):
        """Takes the server away at this moment."""
        if self.disk:
            self.server.signal(signal.SIGSTOP)             # it acknowledges nothing from here on
            last, quiet = -1, 0
            while quiet < 3:                               # what it had sent reaches the ledger
                time.sleep(0.05)
                n = sum(o.state != 'sent' for o in list(self.ledger))
                quiet, last = (quiet + 1, n) if n == last else (0, n)
            self.disk.cut()
        self.server.kill()
        self.kills += 1

    def remount(self):
        if self.disk:
            self.disk.umount()
            if self.disk.mounted:
                raise SystemExit('the disk stays busy')
            self.disk.mount()

    def round(self, i):
        self.active = [s for s in self.active if not s.broken and s.seen - s.base < self.a.revisions]
        while len(self.active) < self.a.sessions:
            self.active.append(self.create(self.api))
        self.api.close()
        stop = threading.Event()
        threads = [threading.Thread(target=self.client, args=(t, i, stop), daemon=True) for t in range(self.a.threads)]
        for t in threads:
            t.start()
        life = self.rng.uniform(min(0.2, self.a.seconds), self.a.seconds)
        time.sleep(life)
        early = self.server.proc.poll()
        self.down()
        stop.set()
        for t in threads:
            t.join(30)
        self.check('the server lives until it is killed', ['it ended by itself with %s' % early] if early is not None else [])
        self.remount()
        acks = sum(o.state == 'acked' for o in self.ledger)
        self.acks += acks
        if self.a.db:
            self.integrity()
        if self.rng.random() < self.a.startup_kills:       # killed while it recovers
            self.server.start()
            time.sleep(self.rng.uniform(0, self.times[-1]))
            self.down()
            self.remount()
        lost, doubled = self.lost, self.doubled
        t = self.up()
        unknown, before = self.verify()
        self.check('only answers that the API documents', self.odd)
        self.odd = []
        print('round %d: %s after %.2f s, %d acknowledged, %d without an answer (%d of them applied), lost %d, twice %d, ready after %.3f s' % (
            i + 1, 'power cut' if self.disk else 'killed', life, acks, unknown, before, self.lost - lost, self.doubled - doubled, t), flush=True)

    def run(self):
        self.up()
        if not self.a.app:
            status, body, _ = self.api.send('PUT', '/v1/apps/' + APP['app'], APP, self.a.admin_token)
            if status not in (200, 201, 204):
                raise SystemExit('defining the app: %s %s' % (status, json.dumps(body)[:300]))
        for i in range(self.a.rounds):
            self.round(i)
        for s in self.sessions:                            # all of it once more, from the start
            if not s.broken:
                s.seen, s.where, s.stack = s.base, {}, [{}]
        self.ledger = [o for o in self.ops.values() if o.state == 'acked' and not o.session.broken]
        sample, self.ledger = self.ledger, []
        acked = {}
        for o in sample:
            acked.setdefault(o.session, []).append(o)
        out = {k: [] for k in ('revisions', 'history', 'once', 'state')}
        for s in self.sessions:
            if not s.broken:
                self.inspect(s, acked.get(s, []), out)
        self.check('at the end, every session from its first revision', [x for k in out for x in out[k]])
        if not any(o.state == 'acked' for o in self.ops.values()):
            self.check('something was acknowledged', ['nothing was: nothing is shown'])
        self.server.stop()


def main():
    argv = sys.argv[1:]
    if '--' not in argv and not {'-h', '--help'} & set(argv):
        sys.exit('the command that starts the server goes after --')
    cut = argv.index('--') if '--' in argv else len(argv)
    p = argparse.ArgumentParser(description='kill -9 and power-cut loop with a ledger', usage='%(prog)s [options] -- COMMAND with {port} and {dir}')
    p.add_argument('--rounds', type=int, default=10)
    p.add_argument('--seconds', type=float, default=2.0, help='longest time to a kill')
    p.add_argument('--threads', type=int, default=8)
    p.add_argument('--sessions', type=int, default=6, help='sessions acted on at a time')
    p.add_argument('--revisions', type=int, default=500, help='a session is left for a new one after so many')
    p.add_argument('--db', action='append', default=[], help='SQLite file or glob, with {dir}: PRAGMA integrity_check after each kill')
    p.add_argument('--power', action='store_true', help='{dir} on an ext4 of its own, cut with FS_IOC_SHUTDOWN (root)')
    p.add_argument('--startup-kills', type=float, default=0.2, metavar='P', help='probability of another kill while the server starts')
    p.add_argument('--app', help='an app whose root is a stack that takes the routes home and item; by default one is defined')
    p.add_argument('--admin-token')
    p.add_argument('--port', type=int, default=0)
    p.add_argument('--ready', type=float, default=30.0, help='seconds to wait for GET /readyz')
    p.add_argument('--seed', default=None)
    p.add_argument('--work', help='directory for the data and the log; by default a temporary one, kept after a failure')
    a = p.parse_args(argv[:cut])
    command = argv[cut + 1:]
    if not command:
        p.error('no command')
    a.seed = a.seed if a.seed is not None else '%x' % random.SystemRandom().getrandbits(32)
    for sig in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sig, lambda *_: sys.exit(130))
    run = Run(a, command)
    aborted = False
    try:
        run.run()
    except ConnectionError:
        run.check('the server answers while it is verified', ['connection lost; exit status %s' % run.server.proc.poll()])
        aborted = True
    except SystemExit as e:
        aborted = True
        if e.code not in (1, None):
            print(e.code)
    finally:
        run.server.kill()
        if run.disk:
            run.disk.umount()
    ms = sorted(x * 1000 for x in run.times)
    print('seed %s: %d kills, %d acknowledged, %d lost, %d applied twice; %d without an answer, %d of them applied before the restart; ready after median %.0f ms, at most %.0f ms' % (
        a.seed, run.kills, run.acks, run.lost, run.doubled, run.unanswered, run.applied, statistics.median(ms) if ms else 0, ms[-1] if ms else 0))
    if aborted and not run.failed:
        run.failed += 1
    if run.failed:
        print('kept: %s' % run.work)
    elif not a.work:
        shutil.rmtree(run.work, ignore_errors=True)
    print('%d passed, %d failed' % (run.passed, run.failed))
    sys.exit(1 if run.failed else 0)


if __name__ == '__main__':
    main()
