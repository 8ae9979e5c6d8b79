/* Lets one tab at a time send. Two would do no harm, because the server identifies messages by id; they would only send extra requests. */

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

/** Fallback without Web Locks, as over plain http: the last tab to write a free lease holds it until it stops renewing. */
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

/** Runs work while no other tab runs any under this name. */
export const withTabLease = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : byLease(name, work);
