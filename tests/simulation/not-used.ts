export const notUsed = (): never => {
  throw new Error('not part of the simulation');
};
