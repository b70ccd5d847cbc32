-- The load of scripts/bench for wrk. MODE:
--   get     reads the sessions of IDS, a file with an id in each line
--   post    a push, an increment or the way back to the first screen, in turn: no stack grows, and none of them fails in
--           whatever order they arrive
--   act     the action ACTION
--   create  creates sessions: the body is CREATION, in which %d is replaced by a number
-- PORTS: the nodes, of which each thread uses one. CHOICE: with `affinity` a session is used by one thread; with
-- `random` each request of a thread chooses a session, and an action, at random.
local mode, turn, isRandom = os.getenv("MODE"), 0, os.getenv("CHOICE") == "random"
local paths, ports, threads = {}, {}, 0
for id in io.lines(os.getenv("IDS")) do paths[#paths + 1] = "/v1/sessions/" .. id end
for port in (os.getenv("PORTS") or ""):gmatch("%d+") do ports[#ports + 1] = port end

local fields = { ["Content-Type"] = "application/json" }
local creation, actions = os.getenv("CREATION"), {
  '{"type":"push","route":"counter","params":{"count":1}}',
  '{"type":"increment"}',
  '{"type":"popTo","index":0}',
}
if mode == "act" then
  actions = { os.getenv("ACTION") }
  fields["Prefer"] = "return=minimal"
end

function setup(thread)
  if #ports > 0 then thread.addr = wrk.lookup("127.0.0.1", ports[threads % #ports + 1])[1] end
  thread:set("number", threads)
  threads = threads + 1
end

function init()
  math.randomseed(number + 1)
  if os.getenv("CHOICE") ~= "affinity" then return end
  local own = {}
  for index = number + 1, #paths, #ports do own[#own + 1] = paths[index] end
  paths = own
end

function request()
  local index, action = #paths > 0 and turn % #paths or 0, #paths > 0 and math.floor(turn / #paths) % #actions or 0
  if isRandom then index, action = math.random(0, #paths - 1), math.random(0, #actions - 1) end
  turn = turn + 1
  if mode == "create" then return wrk.format("POST", "/v1/sessions", fields, (creation:gsub("%%d", turn))) end
  if mode == "get" then return wrk.format("GET", paths[index + 1]) end
  return wrk.format("POST", paths[index + 1] .. "/actions", fields, actions[action + 1])
end

-- A refused request would make the figures meaningless.
function done(summary)
  if summary.errors.status > 0 then io.write("failed requests: " .. summary.errors.status .. "\n") end
end
