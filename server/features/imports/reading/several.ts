/** Between several values in a cell, as Google writes them. */
export const severalSeparator = ' ::: ';
