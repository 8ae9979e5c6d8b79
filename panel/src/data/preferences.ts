import { useSyncExternalStore } from 'react';

/* Preferences stored in this browser. */

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

function keep(name: string, value: string): void {
  localStorage.setItem(name, value);
  for (const listener of listeners) listener();
}

const themeNow = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem('pauta.theme')) ?? 'system';

export const useTheme = () => useSyncExternalStore(subscribe, themeNow);

/** Also read by theme.js, before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keep('pauta.theme', theme);
}

/** True if single-key shortcuts are on. */
export const keysAreOn = () => localStorage.getItem('pauta.keys') !== 'off';
export const useKeysAreOn = () => useSyncExternalStore(subscribe, keysAreOn);
export const setKeys = (isOn: boolean) => keep('pauta.keys', isOn ? 'on' : 'off');

/** True if the sidebar is collapsed to icons. */
const isSidebarCollapsed = () => localStorage.getItem('pauta.side') === 'folded';
export const useIsSidebarCollapsed = () => useSyncExternalStore(subscribe, isSidebarCollapsed);
export const setSidebarCollapsed = (is: boolean) => keep('pauta.side', is ? 'folded' : 'open');

/** True if the contact's details next to a conversation are hidden, on screens wide enough to show them. */
const areDetailsHidden = () => localStorage.getItem('pauta.details') === 'hidden';
export const useAreDetailsHidden = () => useSyncExternalStore(subscribe, areDetailsHidden);
export const setDetailsHidden = (are: boolean) => keep('pauta.details', are ? 'hidden' : 'shown');

/** State of the first steps in a team: open or hidden by the user; null before. */
const firstStepsOf = (slug: string) => localStorage.getItem(`pauta.steps.${slug}`);
export const useFirstSteps = (slug: string) =>
  useSyncExternalStore(subscribe, () => firstStepsOf(slug));
export const setFirstSteps = (slug: string, are: 'open' | 'hidden') =>
  keep(`pauta.steps.${slug}`, are);

/**
 * True if Enter sends a message instead of starting a new line. Defaults to false on touch devices, whose keyboards have no convenient
 * Shift.
 */
const enterSends = () => {
  const wanted = localStorage.getItem('pauta.enter');
  return wanted === null ? !matchMedia('(pointer: coarse)').matches : wanted === 'sends';
};
export const useEnterSends = () => useSyncExternalStore(subscribe, enterSends);
export const setEnterSends = (is: boolean) => keep('pauta.enter', is ? 'sends' : 'breaks');

export const alertScopes = ['off', 'mine', 'unassigned', 'all'] as const;
/** Conversations whose new messages are announced on the desktop: those of the user, also unassigned ones, or all. */
export type AlertScope = (typeof alertScopes)[number];

/** Choices of a person, because several may use one browser. */
export const alertScopeOf = (person: string): AlertScope =>
  alertScopes.find((scope) => scope === localStorage.getItem(`pauta.alerts.${person}`)) ?? 'off';
export const useAlertScope = (person: string) =>
  useSyncExternalStore(subscribe, () => alertScopeOf(person));
export const setAlertScope = (person: string, scope: AlertScope) =>
  keep(`pauta.alerts.${person}`, scope);

/** True if an alert has a sound. */
export const hasAlertSound = (person: string) =>
  localStorage.getItem(`pauta.sound.${person}`) !== 'off';
export const useHasAlertSound = (person: string) =>
  useSyncExternalStore(subscribe, () => hasAlertSound(person));
export const setAlertSound = (person: string, isOn: boolean) =>
  keep(`pauta.sound.${person}`, isOn ? 'on' : 'off');
