/**
 * Returns the oldest version of a package that Latchkey works with.
 *
 * @param peers - the `peerDependencies` of Latchkey, such as `>=1.19.2 <2`
 */
export function oldestVersion(
  peers: ReadonlyMap<string, string>,
  name: string,
): string | undefined {
  return /^>=\s*([^\s<|]+)/.exec(peers.get(name) ?? '')?.[1]
}
