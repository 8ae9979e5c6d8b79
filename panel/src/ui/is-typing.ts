const nonTextTypes = ['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'];

/** True while the user is typing, when keys belong to the field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    (target instanceof HTMLInputElement && !nonTextTypes.includes(target.type)));
