import type { RouteContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { countAttempt } from '../../context/limits.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { InvalidRequestBody } from '../../errors/request-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { countSessionAttempt } from '../count-session-attempt.js'
import { requireCurrentUser } from '../user/current-user.js'
import { backToAccount } from './manage-account.js'
import { parseName } from './profile-name.js'
import { listPictures } from './profile-pictures.js'

/**
 * Changes the name and the picture of the signed-in user. A field that is missing stays as it is. It
 * needs no recent proof, because neither is a way to sign in.
 */
export async function updateProfile(ctx: RouteContext): Promise<RedirectOutcome> {
  await countSessionAttempt(ctx, 'profile', { isCheap: true })
  const { user } = await requireCurrentUser(ctx)
  const { name: typed, picture } = ctx.fields
  const name = typed === undefined ? undefined : parseName(typed)
  const image = picture === undefined ? undefined : await findPicture(ctx, user, picture)
  // A parallel request may change the other field, so only those of this form are written.
  const changes = {
    ...(name !== undefined && name !== current(user.name) && { name }),
    ...(image !== undefined && image !== current(user.image) && { image }),
  }
  if (Object.keys(changes).length > 0) {
    // Each change is a record of the audit trail, and the page reads a number of them only.
    await countAttempt(ctx, 'identifier', JSON.stringify(['profile', user.id]))
    const changed = await operationsOf(ctx).updateUser(user, changes)
    await recordEvent(ctx, { event: 'profile-changed', userId: user.id })
    await emitEvent(ctx, 'updateUser', { user: changed })
    await strategyOf(ctx).refreshUser(ctx, changed)
  }
  return backToAccount(ctx)
}

function current(value: string | null | undefined): string | null {
  return value ?? null
}

/** Returns the URL of a picture. The form only names one of the user's own accounts. */
async function findPicture(
  ctx: RouteContext,
  user: AdapterUser,
  picture: unknown,
): Promise<string | null> {
  if (picture === 'none') return null
  if (picture === 'current') return current(user.image)
  const chosen = (await listPictures(ctx, user)).find(({ id }) => id === picture)
  if (chosen) return chosen.url
  throw new InvalidRequestBody('None of the connected accounts has this picture.')
}
