import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttackOptions, AttackResult } from '../../src/testing/attack/run-attacks.js'
import { makeScene } from './scene.js'

const url = 'http://localhost:3000/auth'
const runAttacks = vi.hoisted(() => vi.fn())
vi.mock('../../src/testing/attack/run-attacks.js', () => ({ runAttacks }))

beforeEach(() => void runAttacks.mockReset())

/** The attacks are tested where they are written; here, only what is made of them. */
function find(outcome: AttackResult['outcome']): void {
  runAttacks.mockImplementation(async (_target: object, { print }: AttackOptions) => {
    print?.(`${outcome} N1`)
    return [{ name: 'N1', outcome, reason: '' }]
  })
}

describe('latchkey attack', () => {
  it('tells each result, and ends well when all was stood', async () => {
    find('passed')
    const outcome = await makeScene({}).run(['attack', '--url', url])
    expect(outcome).toMatchObject({ code: 0, output: 'passed N1\n' })
  })

  it('ends with 1 when something was not', async () => {
    find('failed')
    expect(await makeScene({}).run(['attack', '--url', url])).toMatchObject({ code: 1 })
  })

  it('signs in with what it is told, by the names of the fields', async () => {
    find('passed')
    const people = ['--user', 'ada:love:lace', '--other', 'grace:hopper']
    await makeScene({}).run(['attack', '--url', url, ...people, '--fields', 'email,pin'])
    expect(runAttacks.mock.calls[0]?.[0]).toEqual({
      url,
      user: { email: 'ada', pin: 'love:lace' },
      otherUser: { email: 'grace', pin: 'hopper' },
    })
  })

  it('knows of the database when it is told', async () => {
    find('passed')
    await makeScene({}).run(['attack', '--url', url, '--adapter'])
    expect(runAttacks.mock.calls[0]?.[0]).toMatchObject({ hasAdapter: true })
  })

  it.each([
    ['no address', [], 'Say where the routes are'],
    ['a wrong address', ['--url', 'localhost'], 'Say where the routes are'],
    ['a name alone', ['--url', url, '--user', 'ada'], 'a name, a colon and a password'],
  ])('refuses %s in one line', async (_what, args, reason) => {
    const { code, errors } = await makeScene({}).run(['attack', ...args])
    expect([code, errors.trim().split('\n').length]).toEqual([1, 1])
    expect(errors).toContain(reason)
  })

  it('tells in one line when nothing answers', async () => {
    runAttacks.mockRejectedValue(new Error('Expected an application there.'))
    const { code, errors } = await makeScene({}).run(['attack', '--url', url])
    expect({ code, errors }).toEqual({ code: 1, errors: 'Expected an application there.\n' })
  })
})
