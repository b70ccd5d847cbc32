export const noPredictor = {
predict: () => undefined, keepsNavigation: () => false, pair: () => { }, renamed: root => root,
};
