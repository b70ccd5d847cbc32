/** Predicts nothing. */
export const noPredictor = { predict: () => undefined, keepsNavigation: () => false };
