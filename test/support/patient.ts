/** For `vi.waitFor` and `vi.waitUntil`, which wait one second by default. A busy machine may need more. */
export const patient = { timeout: 120_000 }
