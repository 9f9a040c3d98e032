import { EventError } from '../errors/runtime-errors.js'
import type { EventCallbacks } from '../model/events.js'
import type { Context } from './context.js'

type Message<Name extends keyof EventCallbacks> = Parameters<NonNullable<EventCallbacks[Name]>>[0]

/** Tells the application what happened, and waits for it; a handler that fails stops nothing. */
export async function emitEvent<Name extends keyof EventCallbacks>(
  ctx: Context,
  name: Name,
  message: Message<Name>,
): Promise<void> {
  const handler = ctx.config.events[name] as ((message: Message<Name>) => unknown) | undefined
  if (!handler) return
  try {
    await handler(message)
  } catch (cause) {
    ctx.log.error(new EventError(`The event handler \`${name}\` threw.`, { cause }))
  }
}
