import type { SignInContext } from '../../context/context.js'
import { requireStore } from '../../context/require-store.js'
import { acceptPicture } from '../../http/accept-url.js'
import type { ProfilePicture } from '../../model/account-description.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'

/**
 * Returns the pictures that the user's accounts have at the providers of the config. The user can
 * choose no other, because a URL of the user's choice could follow every visitor who sees it.
 */
export async function listPictures(
  ctx: SignInContext,
  { id: userId, image }: AdapterUser,
): Promise<readonly ProfilePicture[]> {
  if (!operationsOf(ctx).lists.accounts) return []
  const accounts = await requireStore(ctx).call('listAccountsByUserId', userId)
  return accounts.flatMap(({ provider, providerAccountId, image: given }) => {
    const url = acceptPicture(given)
    const name = ctx.config.providers.get(provider)?.name
    if (url === undefined || name === undefined) return []
    return [{ id: `${provider}:${providerAccountId}`, name, url, isCurrent: url === image }]
  })
}
