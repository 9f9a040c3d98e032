import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTotpSecret, findStep, stepAt, totpCode } from '../../../src/factors/totp.js'

const secret = new TextEncoder().encode('12345678901234567890')

afterEach(() => {
  vi.restoreAllMocks()
})

// RFC 6238, appendix B, with the last six of the eight digits.
it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code at second %d is that of RFC 6238', async (seconds, code) => {
  expect(await totpCode(secret, stepAt(seconds))).toBe(code.slice(-6))
})

// RFC 4226, appendix D.
it.each(
  '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'
    .split(' ')
    .map((code, step) => [step, code] as const),
)('the code of step %d is that of RFC 4226', async (step, code) => {
  expect(await totpCode(secret, step)).toBe(code)
})

it('a step lasts 30 seconds', () => {
  expect([0, 29.999, 30, 59, 60].map(stepAt)).toEqual([0, 0, 1, 1, 2])
})

it('a secret has 20 random bytes', () => {
  const random = vi.fn((bytes: number) => new Uint8Array(bytes).fill(7))
  expect(createTotpSecret(random)).toEqual(new Uint8Array(20).fill(7))
})

describe('findStep', () => {
  const now = 1_000_000
  const find = async (step: number, lastStep = 0): Promise<number | undefined> =>
    findStep(secret, await totpCode(secret, step), now, lastStep)

  it('accepts the code of the current step and of the steps before and after it', async () => {
    expect(await Promise.all([-2, -1, 0, 1, 2].map((drift) => find(now + drift)))).toEqual([
      undefined,
      now - 1,
      now,
      now + 1,
      undefined,
    ])
  })

  it('refuses the last step that was used, and every step before it (FM3)', async () => {
    expect(await find(now, now - 1)).toBe(now)
    expect(await find(now, now)).toBeUndefined()
    expect(await find(now - 1, now)).toBeUndefined()
    expect(await find(now + 1, now)).toBe(now + 1)
    expect(await find(now + 1, now + 1)).toBeUndefined()
  })

  it('refuses every code while the clock is behind the last step', async () => {
    expect(await Promise.all([-1, 0, 1].map((drift) => find(now + drift, now + 9)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('uses up the later one of two steps with the same code', async () => {
    const [earlier, later] = [910_737, 910_738]
    expect(await totpCode(secret, earlier)).toBe('911617')
    expect(await totpCode(secret, later)).toBe('911617')
    expect(await findStep(secret, '911617', earlier, 0)).toBe(later)
  })

  it.each([' 123 456 ', '123\u00a0456', '１２３４５６', '١٢٣٤٥٦', '۱۲۳۴۵۶', '1 2 3 4 5 6\n'])(
    'reads %j as 123456',
    async (typed) => {
      const step = 14_684
      expect(await totpCode(secret, step)).toBe('123456')
      expect(await findStep(secret, typed, step, 0)).toBe(step)
    },
  )

  it.each(['', '12345', '1234567', '12345a', '-12345', '1e5', `${' '.repeat(64)}123456`])(
    'refuses %j without a computation',
    async (typed) => {
      const sign = vi.spyOn(crypto.subtle, 'sign')
      expect(await findStep(secret, typed, now, 0)).toBeUndefined()
      expect(sign).not.toHaveBeenCalled()
    },
  )

  it.each([undefined, null, 123456, ['123456'], {}])(
    'refuses %j, which is not text',
    async (typed) => {
      expect(await findStep(secret, typed, now, 0)).toBeUndefined()
    },
  )

  it('compares all characters of all three codes, whichever of them matches', async () => {
    const codes = await Promise.all([-1, 0, 1, 7].map((drift) => totpCode(secret, now + drift)))
    const wrong = codes.map((code) => code.replace(/.$/, (last) => String((Number(last) + 1) % 10)))
    for (const code of [...codes, ...wrong]) {
      const sign = vi.spyOn(crypto.subtle, 'sign')
      const compare = vi.spyOn(String.prototype, 'charCodeAt')
      await findStep(secret, code, now, 0)
      expect([sign.mock.calls.length, compare.mock.calls.length]).toEqual([3, 3 * 2 * 6])
      vi.restoreAllMocks()
    }
  })
})
