import { isEqual } from "../equality.js";
import { Refusal, Rules, Undecided, refuse, undecided } from "./definition.js";
import { Draft } from "./draft.js";
import { depthOf } from "./find.js";
import { checkHooks, isForBackend, keepsNavigation } from "./logic.js";
import { perform } from "./navigator.js";
import { pair, renamed } from "./pairing.js";
import { checkMembers } from "./reading.js";
const largest = 200000;
export class DefinitionPredictor {
constructor(definition, maxTreeDepth) {
this.definition = definition;
this.renamed = renamed;
this.isOutdated = false;
this.rules = new Rules(definition, maxTreeDepth);
}
get routes() { return this.definition.routes; }
predict(root, action, makeID) {
if (this.isOutdated)
return undefined;
try {
const draft = new Draft(this.rules, root, makeID);
checkMembers(action);
perform(draft, action);
this.checkLimits(root, draft);
checkHooks(this.definition, draft, action, root);
return { steps: draft.steps, root: draft.root, isRefused: false };
}
catch (error) {
if (error instanceof Refusal)
return { steps: [], root, isRefused: true };
if (error instanceof Undecided)
return undefined;
throw error;
}
}
keepsNavigation(action) {
return keepsNavigation(this.definition, action);
}
isForBackend(action) {
return isForBackend(this.definition, action);
}
pair(predicted, confirmed, names, isExact) {
pair(predicted, confirmed, names);
if (isExact && !isEqual(withoutKeys(renamed(predicted, names)), withoutKeys(confirmed)))
this.isOutdated = true;
}
checkLimits(root, draft) {
if (JSON.stringify(draft.root).length > largest)
undecided();
if (draft.entering.length === 0)
return;
const depth = depthOf(draft.root);
if (depth > this.rules.maxTreeDepth && depth > depthOf(root))
refuse(true);
}
}
const withoutKeys = (root) => JSON.parse(JSON.stringify(root, (name, value) => (name === "key" ? undefined : value)));
