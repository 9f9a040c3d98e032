import { SeededRandom } from '../../support/seeded-random.js'
import type { Person } from '../races/site.js'
import type { LaneTally } from './tally.js'
import type { Answer, AppUnderLoad } from './visitor.js'

interface KnownSession {
  readonly person: Person
  readonly cookie: string
  /** `doubtful`: the answer to its end was lost, so that it may be over or not. */
  state: 'alive' | 'doubtful' | 'over'
  overSince: number
}

const mostAlive = 20
const mostOver = 200

/** Visits of some people, one request after the other, so that each answer is known in advance. */
export class Lane {
  readonly #apps: readonly AppUnderLoad[]
  readonly #tally: LaneTally
  readonly #bound: number
  readonly #random: SeededRandom
  readonly #name: string
  readonly #userIds = new Map<string, string>()
  #sessions: KnownSession[] = []
  #people = 3

  constructor(
    name: string,
    apps: readonly AppUnderLoad[],
    { tally, bound, seed }: { tally: LaneTally; bound: number; seed: number },
  ) {
    this.#name = name
    this.#apps = apps
    this.#tally = tally
    this.#bound = bound
    this.#random = new SeededRandom(seed)
  }

  /** Sends one request. */
  async visit(): Promise<void> {
    const alive = this.#sessions.filter(({ state }) => state === 'alive')
    const chance = this.#random.below(100)
    if (alive.length === 0 || (chance < 25 && alive.length < mostAlive)) return this.#signIn()
    if (chance < 35) return this.#signOut(this.#random.pick(alive))
    if (chance < 40) return this.#revoke(this.#random.pick(alive))
    await this.#read(this.#random.pick(this.#sessions), this.#app())
  }

  /** Reads every known session at each app, until there is an answer. */
  async verify(): Promise<void> {
    for (const session of this.#sessions)
      for (const app of this.#apps) {
        let answer: Answer<unknown>['is'] = 'refused'
        while (answer === 'refused') answer = await this.#read(session, app)
      }
  }

  async #signIn(): Promise<void> {
    if (this.#random.once(20)) this.#people += 1
    const number = this.#random.below(this.#people)
    const sub = `${this.#name}-${number}`
    const person = { sub, email: `${sub}@example.test`, email_verified: true }
    const answer = await this.#tally.write('signIns', async () => this.#app().signIn(person))
    if (answer.is === 'done') {
      this.#sessions.push({ person, cookie: answer.value, state: 'alive', overSince: 0 })
    }
  }

  async #signOut(session: KnownSession): Promise<void> {
    const everywhere = this.#random.once(3)
    const concerned = everywhere ? this.#sessionsOf(session.person) : [session]
    const answer = await this.#tally.write('signOuts', async () =>
      this.#app().signOut(session.cookie, everywhere),
    )
    this.#end(concerned, answer)
  }

  async #revoke({ person }: KnownSession): Promise<void> {
    const userId = this.#userIds.get(person.sub)
    if (userId === undefined) return
    const concerned = this.#sessionsOf(person)
    const answer = await this.#tally.write('revocations', async () => this.#app().revoke(userId))
    this.#end(concerned, answer)
  }

  async #read(session: KnownSession, app: AppUnderLoad): Promise<Answer<unknown>['is']> {
    const isSurelyOver =
      session.state === 'over' && performance.now() > session.overSince + this.#bound
    const answer = await this.#tally.read(async () => app.read(session.cookie))
    if (answer.is !== 'done') return answer.is
    const found = answer.value
    const { sub } = session.person
    if (found === null) {
      if (session.state === 'alive') this.#tally.note('lost', `the session of ${sub}`)
      this.#end([session], answer)
    } else if (isSurelyOver) {
      this.#tally.note('revived', `the session of ${sub}, ended ${ago(session.overSince)} ago`)
    } else {
      const known = this.#userIds.get(sub) ?? found.userId
      this.#userIds.set(sub, known)
      if (known !== found.userId) this.#tally.note('wrong', `${sub} is another user`)
    }
    return answer.is
  }

  #end(sessions: readonly KnownSession[], { is }: Answer<unknown>): void {
    for (const session of sessions) {
      if (is === 'done' && session.state !== 'over') session.overSince = performance.now()
      if (session.state !== 'over') session.state = is === 'done' ? 'over' : 'doubtful'
    }
    const over = this.#sessions.filter(({ state }) => state === 'over').slice(-mostOver)
    this.#sessions = [...this.#sessions.filter(({ state }) => state !== 'over'), ...over]
  }

  #sessionsOf(person: Person): readonly KnownSession[] {
    return this.#sessions.filter((session) => session.person.sub === person.sub)
  }

  #app(): AppUnderLoad {
    return this.#random.pick(this.#apps)
  }
}

function ago(time: number): string {
  return `${((performance.now() - time) / 1000).toFixed(1)} s`
}
