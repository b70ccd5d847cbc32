-- The load of scripts/bench for wrk. IDS: a file with a session's id in each line. MODE: get, or post.
-- A post is a push, an increment or the way back to the first screen, in turn: no stack grows, and none of them fails
-- in whatever order they arrive.
-- PORTS: the nodes, of which each thread uses one. CHOICE: with `affinity` a session is used by one thread; with
-- `random` each request of a thread chooses a session, and an action, at random.
local paths, turn, isGet, isRandom = {}, 0, os.getenv("MODE") == "get", os.getenv("CHOICE") == "random"
for id in io.lines(os.getenv("IDS")) do paths[#paths + 1] = "/v1/sessions/" .. id end
local ports, threads = {}, 0
for port in (os.getenv("PORTS") or ""):gmatch("%d+") do ports[#ports + 1] = port end

local fields = { ["Content-Type"] = "application/json" }
local actions = {
  '{"type":"push","route":"counter","params":{"count":1}}',
  '{"type":"increment"}',
  '{"type":"popTo","index":0}',
}

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
  local index, action = turn % #paths, math.floor(turn / #paths) % #actions
  if isRandom then index, action = math.random(0, #paths - 1), math.random(0, #actions - 1) end
  turn = turn + 1
  if isGet then return wrk.format("GET", paths[index + 1]) end
  return wrk.format("POST", paths[index + 1] .. "/actions", fields, actions[action + 1])
end
