/** Values as JSON has them. */

/** Tell whether two values are the same in JSON. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
