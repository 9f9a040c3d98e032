import { storedTokensOf } from '../../config/seal-tokens.js'
import type { SignInContext } from '../../context/context.js'
import { randomToken } from '../../crypto/random.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import type { AdapterAccount, AdapterStoredTokens } from '../../model/adapter.js'
import { proofKeyOf } from '../../oauth/proof-key.js'
import { countRefusals, type Lease } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import { findAnswer, noteHolders } from '../unsaved-answers.js'
import { requireInTime } from './database-limit.js'

/** How long a process waits after the lease of another one should have ended. */
export const millisecondsBeyondLease = 5000

/**
 * How long a lease lasts. Until the answer is there, a process takes 15 seconds at most: 5 from the
 * lease to the request (`longestAge`), and 10 for the request, which is the limit of `callOut`. With a
 * key, the server may ask for the request once more, with its nonce: 5 + 10 + 10 = 25 seconds. That
 * leaves 5 seconds to begin the lease again, which is done before an attempt to store the answer if the
 * lease is older than 5 seconds. An attempt takes 4 seconds at most, so the lease never ends in between,
 * however many attempts fail, if only the database takes the lease.
 */
export function leaseMillisecondsFor(account: AdapterAccount): number {
  return proofKeyOf(account) === undefined ? 20_000 : 30_000
}

/** Milliseconds. An older lease is begun again before a token is sent, or an answer is stored. */
const longestAge = 5000

/** Milliseconds at the end of a lease: 10,000 for the last request, and 5000 to begin the lease again. */
const neededAfterSending = 15_000

/** A process that could not take its lease for so often does not know all names that it has used. */
const mostNames = 10

/** The right of this process to send the refresh token of an account. It ends by itself. */
export class RefreshLease {
  readonly milliseconds: number
  readonly #ctx: SignInContext
  #holder = createHolder()
  #began = 0
  #tokens: AdapterStoredTokens | undefined
  #hasFailed = false
  /** Whether the row may have the lease, because it was taken, or because a reply was lost. */
  #mayHold = false
  #refusals = 0

  constructor(ctx: SignInContext, account: AdapterAccount) {
    this.#ctx = ctx
    this.milliseconds = leaseMillisecondsFor(account)
  }

  /** The name of the lease in the row. */
  get holder(): string {
    return this.#holder
  }

  /** How often in a row the provider had refused before. The lease replaces the count in the row. */
  get refusals(): number {
    return this.#refusals
  }

  /**
   * Takes the lease, or begins it again. Returns false if another process has it, or if the stored
   * tokens are not those of the account any more. If the reply of the database is lost, the next call
   * recognises the lease by its name in the row.
   */
  async take(account: AdapterAccount): Promise<boolean> {
    const { accountTokens } = operationsOf(this.#ctx)
    const { holder, milliseconds } = this
    // A call of this process that has kept the answer to these tokens has nothing more to send. Without
    // that answer, it may be sending a newer token under the same name.
    const names = joinNames(findAnswer(this.#ctx, account)?.holders ?? [], holder)
    const replaces = names.find((name) => name === account.refreshLease) ?? holder
    // The database may begin the lease long before its answer arrives here.
    const began = this.#ctx.config.runtime.clock()
    // If the last reply was lost, the lease may already have replaced the count.
    this.#refusals = Math.max(this.#refusals, countRefusals(account))
    const mightHold = this.#mayHold
    this.#mayHold = true
    this.#tokens = undefined
    noteHolders(this.#ctx, account, names)
    const leased = accountTokens.lease(account, { holder, replaces, milliseconds })
    if (!(await requireInTime(this.#ctx, 'leaseAccount', leased))) {
      // The reason may be other tokens, and then the row still has an earlier lease.
      this.#mayHold = mightHold
      return false
    }
    this.#began = began
    this.#tokens = storedTokensOf(account)
    noteHolders(this.#ctx, account, [holder])
    return true
  }

  /**
   * Like `take`, but returns false the first time that the database does not answer. If only its reply was
   * lost, another process may hold the lease, and may have refreshed the tokens by the next call.
   */
  async tryTake(account: AdapterAccount): Promise<boolean> {
    try {
      return await this.take(account)
    } catch (thrown) {
      if (this.#hasFailed || !(thrown instanceof AdapterError)) throw thrown
      this.#hasFailed = true
      this.#ctx.log.error(thrown)
      return false
    }
  }

  /** Whether the lease is for these tokens, and lasts until the answer to them is stored. */
  covers(account: AdapterAccount): boolean {
    const { access_token, refresh_token } = storedTokensOf(account)
    const isSame =
      this.#tokens?.access_token === access_token && this.#tokens.refresh_token === refresh_token
    return isSame && this.#isYoung()
  }

  /**
   * Begins the lease again if it could end before an answer is stored. The answer is still stored
   * if another process has the lease by now, or if the database does not answer.
   */
  async renew(account: AdapterAccount): Promise<void> {
    if (this.#isYoung()) return
    await this.take(account).catch((error: unknown) => this.#ctx.log.error(error))
  }

  /** Whether a request that is sent now is answered before the lease has to be renewed. */
  allowsRequest(): boolean {
    return this.#isYoung(this.milliseconds - neededAfterSending)
  }

  #isYoung(oldest = longestAge): boolean {
    const age = this.#ctx.config.runtime.clock() - this.#began
    return age >= 0 && age <= oldest
  }

  /**
   * Ends the lease if the row may have it, so that no other process waits for it. While an answer to the
   * tokens is kept, the lease keeps other processes from sending them again.
   */
  async release(account: AdapterAccount): Promise<void> {
    if (this.#mayHold && !findAnswer(this.#ctx, account)) await this.end(account)
  }

  /** Ends the lease, or leaves a pause in its place. The lease of another process stays. */
  async end(
    account: AdapterAccount,
    pause?: Pick<Lease, 'holder' | 'milliseconds'>,
  ): Promise<void> {
    this.#tokens = undefined
    this.#mayHold = false
    const { holder } = this
    // The database may end the lease late. A later lease of this call must have another name by then.
    this.#holder = createHolder()
    const { accountTokens } = operationsOf(this.#ctx)
    const change = { holder, milliseconds: 0, ...pause, replaces: holder }
    const changed = requireInTime(this.#ctx, 'leaseAccount', accountTokens.lease(account, change))
    // The lease ends by itself.
    await changed.catch((error: unknown) => this.#ctx.log.error(error))
  }
}

function createHolder(): string {
  return `refreshing:${randomToken(12)}`
}

/** The first name is known to have held the lease. Of the others, the newest are kept. */
function joinNames(earlier: readonly string[], own: string): readonly [string, ...string[]] {
  const [first = own, ...others] = new Set([...earlier, own])
  return [first, ...others.slice(-mostNames - 1)]
}
