import { EventError } from '../errors/runtime-errors.js'
import type { EventCallbacks, LinkAccountEvent, UpdateUserEvent } from '../model/events.js'
import type { Context } from './context.js'
import { recordEvent, type AuditEntry } from './record-event.js'

type Message<Name extends keyof EventCallbacks> = Parameters<NonNullable<EventCallbacks[Name]>>[0]

/**
 * Records the event if it is a security event, runs the app's event handler and waits for it. An
 * error in the handler is logged but does not stop the flow.
 */
export async function emitEvent<Name extends keyof EventCallbacks>(
  ctx: Context,
  name: Name,
  message: Message<Name>,
): Promise<void> {
  const entry = toEntry(name, message)
  if (entry) await recordEvent(ctx, entry)
  const handler = ctx.config.events[name] as ((message: Message<Name>) => unknown) | undefined
  if (!handler) return
  try {
    await handler(message)
  } catch (cause) {
    ctx.log.error(new EventError(`The event handler \`${name}\` threw.`, { cause }))
  }
}

/** The records of a sign-in and a sign-out also name the session, so they are written elsewhere. */
function toEntry(name: keyof EventCallbacks, message: object): AuditEntry | undefined {
  const { user, account, isTakenOver } = message as MessageAboutUser
  const userId = user?.id
  if (name === 'createUser') return { event: 'user-created', userId }
  if (name === 'deleteUser') return { event: 'account-deleted', userId }
  if (name === 'linkAccount') return { event: 'linked', userId, provider: account?.provider }
  const isTaken = name === 'updateUser' && isTakenOver === true
  return isTaken ? { event: 'user-taken-over', userId } : undefined
}

/** What the messages about users contain. */
type MessageAboutUser = Partial<LinkAccountEvent & UpdateUserEvent>
