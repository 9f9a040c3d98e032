/** Whether `npm run test:long` asks for more variants than `npm test` has time for. */
export const isLong = process.env['LATCHKEY_LONG'] === '1'
