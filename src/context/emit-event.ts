import { EventError } from '../errors/runtime-errors.js'
import type { EventCallbacks } from '../model/events.js'
import type { Context } from './context.js'

type Message<Name extends keyof EventCallbacks> = Parameters<NonNullable<EventCallbacks[Name]>>[0]

/**
 * Runs the app's event handler and waits for it. An error in the handler is logged but does not
 * stop the flow.
 */
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
