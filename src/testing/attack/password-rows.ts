import type { Adapter, AdapterPassword } from '../../model/adapter.js'

/** Runs something while a row is another one. */
export async function withRow(
  adapter: Adapter,
  own: AdapterPassword,
  change: Partial<AdapterPassword>,
  run: () => Promise<void>,
): Promise<void> {
  const changed = { ...own, ...change }
  await writeRow(adapter, changed, own.hash)
  await run()
  await writeRow(adapter, own, changed.hash)
}

/** Writes a password if the stored hash is the expected one. Throws if it is not. */
export async function writeRow(
  adapter: Adapter,
  { userId, ...password }: AdapterPassword,
  expectedHash: string | null,
): Promise<void> {
  const isWritten = await adapter.setPassword?.(userId, password, expectedHash)
  if (isWritten !== true) throw new Error(`Expected the adapter to write a password of ${userId}.`)
}

/** Returns the stored password of an address. */
export async function findPassword(adapter: Adapter, email: string): Promise<AdapterPassword> {
  const found = await adapter.getPassword?.(await findUserId(adapter, email))
  if (!found) throw new Error(`Expected a password of ${email} in the database.`)
  return found
}

/** Returns the id of the user who has an address. */
export async function findUserId(adapter: Adapter, email: string): Promise<string> {
  const user = await adapter.getUserByEmail?.(email)
  if (!user) throw new Error(`Expected the user ${email} in the database.`)
  return user.id
}
