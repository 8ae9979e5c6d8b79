const unwritten = ['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'];

/** True while the user is writing: keys are for the field then. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !unwritten.includes(target.type)));
