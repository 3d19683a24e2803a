/** Of a list of the operator, unless its request says otherwise. */
export const rowsAPage = 25;
