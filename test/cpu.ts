/**
 * Milliseconds of processor time that this process has used. What takes time by its length is measured by it: the time of day
 * also tells how busy the machine is.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
