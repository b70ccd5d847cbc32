export const noPredictor = {
routes: {}, predict: () => undefined, keepsNavigation: () => false, isForBackend: () => false, pair: () => { },
renamed: root => root,
};
