import { vi } from 'vitest'

// The fake clock makes its dates through a proxy of a derived class. On a busy machine, Node 20 sometimes
// returns an invalid date from it, about once in ten thousand tests, and whoever compares it fails. These
// dates are those of the platform, at the time of the fake clock.

type Install = typeof vi.useFakeTimers

const isPlain = Symbol('plain dates')

if (!(isPlain in vi.useFakeTimers)) {
  const install: Install = vi.useFakeTimers.bind(vi)
  vi.useFakeTimers = Object.assign(installPlain, { [isPlain]: true })

  function installPlain(...args: Parameters<Install>): ReturnType<Install> {
    vi.useRealTimers()
    const platformDate = Date
    const result = install(...args)
    if (Date !== platformDate) globalThis.Date = plainDate(platformDate, Date)
    return result
  }
}

/** Returns a constructor of the platform's dates that takes the time from a fake clock. */
function plainDate(platformDate: DateConstructor, fakeDate: DateConstructor): DateConstructor {
  function PlainDate(...args: [] | [number]): Date | string {
    const date = args.length === 0 ? new platformDate(fakeDate.now()) : new platformDate(...args)
    return new.target ? date : date.toString()
  }
  const { parse, UTC, prototype } = platformDate
  // With what the fake clock notes on its own constructor, to find it again.
  return Object.assign(PlainDate, fakeDate, { parse, UTC, prototype })
}
