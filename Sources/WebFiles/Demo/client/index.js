export { connect } from "./connect.js";
export { Nav } from "./nav.js";
export { NavstateProblem } from "./problem.js";
export { MemoryStore } from "./store.js";
