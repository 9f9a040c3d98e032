import { sendByFetch, type AttackTarget } from './target.js'

/** Seconds to wait if a response with status 429 does not say how long. */
const usualWait = 300

/** Notices when the app refuses requests because there were too many. */
export interface LimitWatch<T extends AttackTarget> {
  /** The same target, whose responses are watched. */
  readonly target: T
  /** Returns the seconds to wait if the app has answered 429 since the last call. */
  take(): number | undefined
}

/** Watches the responses of a target. */
export function watchLimits<T extends AttackTarget>(given: T): LimitWatch<T> {
  const { send = sendByFetch } = given
  let seconds: number | undefined
  const watched = async (request: Request): Promise<Response> => {
    const response = await send(request)
    if (response.status === 429) {
      const asked = Number(response.headers.get('retry-after') ?? usualWait)
      seconds = Math.max(seconds ?? 0, Number.isFinite(asked) ? asked : usualWait)
    }
    return response
  }
  return {
    target: { ...given, send: watched },
    take() {
      const taken = seconds
      seconds = undefined
      return taken
    },
  }
}
