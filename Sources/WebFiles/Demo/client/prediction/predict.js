import { depthOf } from "../tree.js";
import { Refusal, Rules, Undecided, refuse, undecided } from "./definition.js";
import { Draft } from "./draft.js";
import { checkHooks, keepsNavigation } from "./logic.js";
import { perform } from "./navigator.js";
import { checkMembers } from "./reading.js";
/** The size as JSON from which on the server's limit of a session's state may refuse an action. */
const largest = 200000;
/** Predicts navigation actions by the rules of the server. */
export class DefinitionPredictor {
    constructor(definition, maxTreeDepth) {
        this.definition = definition;
        this.rules = new Rules(definition, maxTreeDepth);
    }
    predict(root, action, makeID) {
        try {
            const draft = new Draft(this.rules, root, makeID);
            checkMembers(action);
            perform(draft, action);
            this.checkLimits(root, draft);
            checkHooks(this.definition, draft, action);
            return { steps: draft.steps, root: draft.root };
        }
        catch (error) {
            if (error instanceof Refusal)
                return { refused: true };
            if (error instanceof Undecided)
                return undefined;
            throw error;
        }
    }
    keepsNavigation(action) {
        return keepsNavigation(this.definition, action);
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
