/*
 * One tab at a time sends. Two that do would do no harm, since the service knows a message by its id; they would only ask twice.
 */

const leaseMs = 15_000;
const settleMs = 60;

interface Lease {
  readonly tab: string;
  readonly until: number;
}

const tab = Math.random().toString(36).slice(2);

function leaseIn(name: string): Lease | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as Lease | undefined;
  } catch {
    return undefined;
  }
}

const isOurs = (name: string) => leaseIn(name)?.tab === tab;
const renew = (name: string) =>
  localStorage.setItem(name, JSON.stringify({ tab, until: Date.now() + leaseMs } satisfies Lease));

/** Without locks, as over plain http: whoever writes last in a free lease has it, until it is not renewed any more. */
async function byLease(name: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const held = leaseIn(name);
    if (!held || held.tab === tab || held.until < Date.now()) {
      renew(name);
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      if (isOurs(name)) break;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const renewing = setInterval(() => renew(name), leaseMs / 3);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    if (isOurs(name)) localStorage.removeItem(name);
  }
}

/** Does work while no other tab does any of this name. */
export const inTurn = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : byLease(name, work);
