import { useRef } from 'react';

/* 300 ms of joy: a won deal, an approved campaign, a finished day. */

const className = 'joy';

/** Class of an element that celebrates a state reached while it is on the screen; '' if the state was there before. */
export function useJoy(isReached: boolean): string {
  const wasReached = useRef(isReached);
  if (!isReached) wasReached.current = false;
  return isReached && !wasReached.current ? className : '';
}

/** Celebrates once on an element. */
export function playJoy(element: Element | null | undefined): void {
  if (!element) return;
  element.classList.add(className);
  element.addEventListener('animationend', () => element.classList.remove(className), {
    once: true,
  });
}
