const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is written as an id is. */
export const isUuid = (text: string) => uuidShape.test(text);
