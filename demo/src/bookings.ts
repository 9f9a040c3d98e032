import type { Boat } from './boats'

/** A member has a boat for a day. */
export interface Booking {
  readonly id: string
  readonly boat: Boat
  /** Such as `2026-05-17`. */
  readonly day: string
  readonly userId: string
  readonly userName: string
}

const kept = Symbol.for('latchkey-demo.bookings')
const place = globalThis as typeof globalThis & { [kept]?: Map<string, Booking> }

/** The dev server loads this module again whenever it has changed; the bookings stay. */
const bookings = (place[kept] ??= new Map<string, Booking>())

/** A demo that anyone may use keeps no more than this. */
const mostBookings = 1000

/** All bookings, or those of a member; the next one first. */
export function listBookings(userId?: string): readonly Booking[] {
  return [...bookings.values()]
    .filter((booking) => userId === undefined || booking.userId === userId)
    .toSorted((a, b) => a.day.localeCompare(b.day))
}

/** Adds a booking. Returns why that is not possible, or nothing. */
export function addBooking(booking: Booking): string | undefined {
  if (bookings.has(booking.id)) return `${booking.boat.name} is taken that day.`
  if (bookings.size >= mostBookings) return 'The book is full.'
  bookings.set(booking.id, booking)
  return undefined
}

/** Cancels a booking. A member cancels only their own ones. */
export function cancelBooking(id: string, userId?: string): void {
  const booking = bookings.get(id)
  if (booking && (userId === undefined || booking.userId === userId)) bookings.delete(id)
}

/** Cancels all bookings of a member who has left. */
export function cancelBookingsOf(userId: string): void {
  for (const { id } of listBookings(userId)) cancelBooking(id)
}
