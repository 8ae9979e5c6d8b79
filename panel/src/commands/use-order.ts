import { useRef, useState } from 'react';
import type { Failure } from '../api/call.ts';
import { trackUnsaved } from './unsaved-changes.ts';
import { asFailure, withReauthentication } from './use-action.ts';

const isOf = (order: readonly string[], ids: readonly string[]) =>
  order.length === ids.length && order.every((key) => ids.includes(key));

/**
 * Order that the user changes step by step. Each step is shown immediately; one order is sent at a time, and only the latest of those made
 * meanwhile. If one is refused, the order reverts to the server's.
 * @param ids order on the server
 */
export function useOrder(
  ids: readonly string[],
  send: (order: readonly string[]) => Promise<unknown>,
) {
  const [wanted, setWanted] = useState<readonly string[]>();
  const [failure, setFailure] = useState<Failure>();
  const next = useRef<readonly string[]>(undefined);
  const isSending = useRef(false);
  const sendAll = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setFailure(undefined);
    try {
      while (next.current) {
        const order = next.current;
        next.current = undefined;
        await withReauthentication(() => send(order));
      }
    } catch (error) {
      next.current = undefined;
      setFailure(asFailure(error));
    } finally {
      isSending.current = false;
      setWanted(undefined);
    }
  };
  return {
    order: wanted && isOf(wanted, ids) ? wanted : ids,
    failure,
    set(order: readonly string[]) {
      next.current = order;
      setWanted(order);
      void trackUnsaved(sendAll);
    },
  };
}
