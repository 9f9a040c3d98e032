import { boats } from './boats'
import { addBooking } from './bookings'

/** Books a boat for a day. Returns why that is not possible, or nothing. */
export function bookBoat(
  boatId: string,
  day: string,
  user: { readonly id: string; readonly name: string },
): string | undefined {
  const boat = boats.find(({ id }) => id === boatId)
  if (!boat) return 'Choose a boat.'
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return 'Choose a day.'
  return addBooking({ id: `${boat.id} ${day}`, boat, day, userId: user.id, userName: user.name })
}
