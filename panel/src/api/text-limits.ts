/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/* Limits of texts, as attributes of their inputs. */

export const textLimits = { maxLength: 255 } as const;
export const longTextLimits = { maxLength: 50000 } as const;
export const searchLimits = { maxLength: 255 } as const;
export const newPasswordLimits = { minLength: 12, maxLength: 128 } as const;
