import { listProviders, openBrowser, type AttackTarget } from './target.js'

/** Finds out how users can sign in, unless the target says so. */
export async function findProviders<T extends AttackTarget>(target: T): Promise<T> {
  const providers = await listProviders(openBrowser(target))
  const has = (wanted: string): true | undefined =>
    providers.some(({ type }) => type === wanted) ? true : undefined
  return {
    ...target,
    hasMailedLinks: target.hasMailedLinks ?? has('email'),
    hasPasskeys: target.hasPasskeys ?? has('webauthn'),
  }
}
