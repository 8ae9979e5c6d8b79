const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True if a text has the format of an id. */
export const isUuid = (text: string) => uuidShape.test(text);
