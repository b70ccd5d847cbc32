import { isEqual } from "./equality.js";
import { applyStep } from "./plan.js";
/** A plan that leads from a tree to another one, in which screens of the same id stay. */
export function difference(before, after) {
    if (before === after)
        return [];
    const isOther = before.id !== after.id || before.kind !== after.kind || after.screens.length === 0;
    if (isOther)
        return [{ step: "replace", container: before.id, with: after }];
    return [...listSteps(before, after), ...presentedSteps(before, after), ...screenSteps(before, after)];
}
/** Steps of the list and its selection. */
function listSteps(before, after) {
    const steps = [];
    const container = after.id;
    let list = before;
    const take = (step) => {
        steps.push(step);
        list = applyStep(list, step);
    };
    for (let index = before.screens.length - 1; index >= 0; index--) {
        const { id } = before.screens[index];
        if (!hasTwin(before.screens[index], after.screens))
            take({ step: "pop", container, index, id });
    }
    after.screens.forEach((screen, index) => {
        if (list.screens[index]?.id === screen.id)
            return;
        const from = list.screens.findIndex(other => other.id === screen.id);
        if (from >= 0)
            take({ step: "select", container, index: from, to: index });
        else
            take({ step: "push", container, index, screen });
    });
    const { history, historyParams, open, selected } = after;
    if (!isEqual(focusOf(list), focusOf(after))) {
        take({ step: "select", container, index: selected, history, historyParams, open });
    }
    return steps;
}
const focusOf = ({ selected, history, historyParams, open }) => ({ selected, history, historyParams, open });
const hasTwin = (screen, others) => others.some(other => other.id === screen.id && other.route === screen.route && !other.content === !screen.content);
/** Steps of the presented screens: those from the first difference on are dismissed and presented. */
function presentedSteps(before, after) {
    const isSame = (item, index) => hasTwin(item.screen, after.presented[index] ? [after.presented[index].screen] : [])
        && item.style === after.presented[index].style;
    const first = before.presented.findIndex((item, index) => !isSame(item, index));
    const start = first < 0 ? before.presented.length : first;
    const container = after.id;
    const dismissed = before.presented.map((item, index) => ({
        step: "dismiss", container, index, id: item.screen.id,
    }));
    const presented = after.presented.map((item, index) => ({ step: "present", container, index, ...item }));
    return [...dismissed.slice(start).reverse(), ...presented.slice(start)];
}
/** Steps within the screens that stay. */
function screenSteps(before, after) {
    const list = ({ screens, presented }) => [...screens, ...presented.map(item => item.screen)];
    return list(after).flatMap(screen => {
        const former = list(before).find(other => other.id === screen.id);
        return former && former !== screen && hasTwin(former, [screen]) ? changes(former, screen) : [];
    });
}
function changes(former, screen) {
    const { id, params, state, intent } = screen;
    const steps = [];
    if (!isEqual(former.params, params))
        steps.push({ step: "replace", id, params });
    if (!isEqual(former.state, state))
        steps.push({ step: "replace", id, state });
    if (!isEqual(former.intent, intent))
        steps.push({ step: "replace", id, intent: intent ?? null });
    return screen.content ? [...steps, ...difference(former.content, screen.content)] : steps;
}
