import { createContext, type RefObject, useLayoutEffect, useState } from 'react';
import type { Failure } from '../api/call.ts';
import type { RejectedField } from '../words/problems/translate.ts';

/** Fields that the API rejected. */
export const RejectedFields = createContext<readonly RejectedField[]>([]);

type Control = HTMLInputElement | HTMLButtonElement | HTMLTextAreaElement;
const isControl = (element: Element): element is Control =>
  element.matches('input[name]:not([type=hidden]), button[name], textarea[name]');

/** True if a failure is about a field or a part of it. */
const isAbout = (failure: Failure | undefined, field: string) =>
  failure?.fields?.some(({ name }) => name === field || name.split(/[.[]/)[0] === field) === true;

/** Marks the fields that a failure names as invalid, and focuses the first. */
export function useRejectedFields(
  form: RefObject<HTMLFormElement | null>,
  failure: Failure | undefined,
): readonly RejectedField[] {
  const [fields, setFields] = useState<readonly RejectedField[]>([]);
  useLayoutEffect(() => {
    const controls = [...(form.current?.elements ?? [])].filter(isControl);
    for (const control of controls) control.removeAttribute('aria-invalid');
    const refused = controls.filter(({ name }) => isAbout(failure, name));
    for (const control of refused) control.setAttribute('aria-invalid', 'true');
    refused[0]?.focus();
    setFields(refused.map(({ name, labels }) => ({ name, label: labels?.[0]?.textContent ?? '' })));
  }, [form, failure]);
  return fields;
}
