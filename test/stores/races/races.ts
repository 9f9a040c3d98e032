import type { Adapter } from '../../../src/model/adapter.js'
import { factorRaces } from './factor-races.js'
import {
  act,
  errorsOf,
  hasInternalError,
  listTrue,
  race,
  type Ground,
  type Race,
  type Verdict,
} from './race.js'
import type { Landing, Person, Site } from './site.js'

/** The races that decide who may sign in as whom, by what they race for. */
export const races: Readonly<Record<string, readonly Race[]>> = {
  accounts: [
    { title: 'first sign-ins of one account give one user', run: signUpTwice },
    { title: 'sign-ups of two accounts with one address never share a user', run: shareAddress },
    { title: 'a planted sign-in does not outlive the proof of the address', run: signInPlanted },
    { title: 'a planted sign-up does not outlive the proof of the address', run: signUpPlanted },
    { title: 'a planted link does not outlive the proof of the address', run: linkPlanted },
    { title: 'two proofs of one address give one user', run: proveTwice },
    { title: 'unlinking the last two accounts leaves one', run: unlinkBoth },
    { title: 'a sign-in does not outlive the unlinking of its account', run: signInUnlinked },
    { title: 'a sign-in does not outlive a sign-out everywhere', run: signInRevoked },
  ],
  'second factors': factorRaces,
}

async function signUpTwice(ground: Ground): Promise<Verdict> {
  const { adapter, site, random, drawsIds } = ground
  const person = newPerson(random.once(2))
  const signIn = { kind: 'sign-in', person, at: 'one' } as const
  const landings = await race(ground, signIn, signIn)
  const owner = await ownerOf(adapter, 'one', person)
  const seen = await Promise.all(landings.map(({ cookie }) => site.readUserId(cookie)))
  const creators = landings.map(({ events }) => events.filter((name) => name === 'createUser'))
  const errors = errorsOf(landings)
  const mayRefuse = drawsIds && errors === 'OAuthAccountNotLinked'
  const creator = creators[0]?.length ? 'first' : 'second'
  return {
    outcome: `${creator} created the user${errors && `, the other is refused (${errors})`}`,
    violations: listTrue({
      'the account has no user': owner === undefined,
      'the address has another user': (await userAt(adapter, person)) !== owner,
      [`a sign-in was refused: ${errors}`]: errors !== '' && !mayRefuse,
      'a session has another user': seen.some(
        (id) => id !== owner && !(mayRefuse && id === undefined),
      ),
      'createUser was not told once': creators.flat().length !== 1,
    }),
  }
}

async function shareAddress(ground: Ground): Promise<Verdict> {
  const { adapter, site, random } = ground
  const first = newPerson(random.once(2))
  const second = { ...newPerson(random.once(2)), email: first.email }
  const people = [first, second]
  const landings = await race(
    ground,
    { kind: 'sign-in', person: first, at: 'one' },
    { kind: 'sign-in', person: second, at: 'one' },
  )
  const owners = await Promise.all(people.map((person) => ownerOf(adapter, 'one', person)))
  const seen = await Promise.all(landings.map(({ cookie }) => site.readUserId(cookie)))
  const isEvicted = landings.every(({ error }) => error === undefined)
  const winner = owners[0] === undefined ? 'second' : 'first'
  const loser = isEvicted ? 'evicted' : 'refused'
  return {
    outcome: `${winner} has the user, the other is ${loser}`,
    violations: listTrue({
      'a sign-in failed': hasInternalError(landings),
      'both accounts have the same user': owners[0] !== undefined && owners[0] === owners[1],
      'both accounts have a user': owners.every((id) => id !== undefined),
      'neither account has a user': owners.every((id) => id === undefined),
      'a session has a user whose account it is not': seen.some(
        (id, at) => id !== undefined && id !== owners[at],
      ),
    }),
  }
}

async function signInPlanted(ground: Ground): Promise<Verdict> {
  const planter = newPerson(false)
  const plant = { kind: 'sign-in', person: planter, at: 'one' } as const
  const { cookie } = await act(ground.site, plant)
  const landings = await race(ground, plant, { kind: 'prove', email: planter.email })
  return judgeEviction(ground, planter, landings, [cookie])
}

async function signUpPlanted(ground: Ground): Promise<Verdict> {
  const planter = newPerson(false)
  const plant = { kind: 'sign-in', person: planter, at: 'one' } as const
  const landings = await race(ground, plant, { kind: 'prove', email: planter.email })
  return judgeEviction(ground, planter, landings, [])
}

async function linkPlanted(ground: Ground): Promise<Verdict> {
  const planter = newPerson(false)
  const { cookie } = await act(ground.site, { kind: 'sign-in', person: planter, at: 'one' })
  const person = { ...planter, email: newPerson(false).email }
  const link = { kind: 'sign-in', person, at: 'two', linkTo: cookie ?? '' } as const
  const landings = await race(ground, link, { kind: 'prove', email: planter.email })
  return judgeEviction(ground, planter, landings, [cookie])
}

/** The second landing is the owner's, who must end up alone. */
async function judgeEviction(
  { adapter, site }: Ground,
  planter: Person,
  landings: readonly [Landing, Landing],
  older: readonly (string | undefined)[],
): Promise<Verdict> {
  const [planted, proof] = landings
  const row = await adapter.getUserByEmail?.(planter.email)
  const id = row?.id
  const owners = await Promise.all([
    ownerOf(adapter, 'one', planter),
    ownerOf(adapter, 'two', planter),
  ])
  const seen = await Promise.all(
    [planted.cookie, ...older].map((cookie) => site.readUserId(cookie)),
  )
  return {
    outcome:
      planted.error === undefined
        ? 'planted request done, then evicted'
        : `planted request refused (${planted.error})`,
    violations: listTrue({
      'a request failed': hasInternalError(landings),
      [`the proof was refused: ${proof.error}`]: proof.error !== undefined,
      'the address is not proven': !(row?.emailVerified instanceof Date),
      'the owner has no session': (await site.readUserId(proof.cookie)) !== id,
      'an account of the planter has the user': owners.includes(id),
      'a session of the planter is alive': seen.includes(id),
    }),
  }
}

async function proveTwice(ground: Ground): Promise<Verdict> {
  const { adapter, site } = ground
  const person = newPerson(false)
  const prove = { kind: 'prove', email: person.email } as const
  const landings = await race(ground, prove, prove)
  const seen = await Promise.all(landings.map(({ cookie }) => site.readUserId(cookie)))
  const id = await userAt(adapter, person)
  const isFirst = landings[0].events.includes('createUser')
  return {
    outcome: isFirst ? 'first created the user' : 'second created the user',
    violations: listTrue({
      [`a proof was refused: ${errorsOf(landings)}`]: errorsOf(landings) !== '',
      'the address has no user': id === undefined,
      'a session has another user': seen.some((one) => one !== id),
    }),
  }
}

async function unlinkBoth(ground: Ground): Promise<Verdict> {
  const { adapter, site } = ground
  const { person, cookies } = await makeLinkedUser(site)
  const providerAccountId = person.sub
  const landings = await race(
    ground,
    { kind: 'unlink', cookie: cookies[0], account: { provider: 'two', providerAccountId } },
    { kind: 'unlink', cookie: cookies[1], account: { provider: 'one', providerAccountId } },
  )
  const [one, two] = await Promise.all([
    ownerOf(adapter, 'one', person),
    ownerOf(adapter, 'two', person),
  ])
  const [first, second] = landings.map(({ error }) => error === undefined)
  return {
    outcome: `${first ? 'first unlinked' : second ? 'second unlinked' : 'both refused'} (${errorsOf(landings)})`,
    violations: listTrue({
      'an unlinking failed': hasInternalError(landings),
      'no account is left': one === undefined && two === undefined,
      'an unlinked account is still there':
        (first === true && two !== undefined) || (second === true && one !== undefined),
      'an account is gone although its unlinking was refused':
        (first === false && two === undefined) || (second === false && one === undefined),
    }),
  }
}

async function signInUnlinked(ground: Ground): Promise<Verdict> {
  const { adapter, site } = ground
  const { person, cookies } = await makeLinkedUser(site)
  const account = { provider: 'one', providerAccountId: person.sub } as const
  const [signIn, unlinking] = await race(
    ground,
    { kind: 'sign-in', person, at: 'one' },
    { kind: 'unlink', cookie: cookies[1], account },
  )
  return {
    outcome:
      signIn.error === undefined ? 'sign-in done, then ended' : `sign-in refused (${signIn.error})`,
    violations: listTrue({
      'the sign-in failed': hasInternalError([signIn]),
      [`the unlinking was refused: ${unlinking.error}`]: unlinking.error !== undefined,
      'the account has a user': (await ownerOf(adapter, 'one', person)) !== undefined,
      'a session of the account is alive': (await site.readUserId(signIn.cookie)) !== undefined,
      'the session that asked has ended': (await site.readUserId(cookies[1])) === undefined,
    }),
  }
}

async function signInRevoked(ground: Ground): Promise<Verdict> {
  const { site } = ground
  const person = newPerson(true)
  const signIn = { kind: 'sign-in', person, at: 'one' } as const
  const { cookie = '' } = await act(site, signIn)
  const [late, signOut] = await race(ground, signIn, { kind: 'sign-out-everywhere', cookie })
  return {
    outcome:
      late.error === undefined ? 'sign-in done, then ended' : `sign-in refused (${late.error})`,
    violations: listTrue({
      'the sign-in failed': hasInternalError([late]),
      [`the sign-out was refused: ${signOut.error}`]: signOut.error !== undefined,
      'the session that began before is alive': (await site.readUserId(late.cookie)) !== undefined,
      'the session that signed out is alive': (await site.readUserId(cookie)) !== undefined,
    }),
  }
}

/** A user with an account at each provider, and a session of each. */
async function makeLinkedUser(
  site: Site,
): Promise<{ readonly person: Person; readonly cookies: readonly [string, string] }> {
  const person = newPerson(true)
  const first = await act(site, { kind: 'sign-in', person, at: 'one' })
  const linkTo = first.cookie ?? ''
  const second = await act(site, { kind: 'sign-in', person, at: 'two', linkTo })
  const again = await act(site, { kind: 'sign-in', person, at: 'one' })
  return { person, cookies: [again.cookie ?? '', second.cookie ?? ''] }
}

async function ownerOf(
  adapter: Adapter,
  provider: string,
  { sub }: Person,
): Promise<string | undefined> {
  const user = await adapter.getUserByAccount?.({ provider, providerAccountId: sub })
  return user?.id
}

async function userAt(adapter: Adapter, { email }: Person): Promise<string | undefined> {
  const user = await adapter.getUserByEmail?.(email)
  return user?.id
}

function newPerson(isVerified: boolean): Person {
  const sub = crypto.randomUUID()
  return { sub, email: `${sub}@example.test`, email_verified: isVerified }
}
