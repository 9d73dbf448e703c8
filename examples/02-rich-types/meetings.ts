import { IsEmail, IsInt, Min } from 'class-validator';
import { Param, ReplayClass, Tool } from 'toolwright';

// #region types
export enum Room {
  Attic = 'attic',
  Cellar = 'cellar',
}

/** Somebody who comes. */
export class Guest {
  @IsEmail() email!: string;
  /** How many people come along. */
  @IsInt() @Min(0) companions = 0;
}

/** How a meeting repeats. */
export type Repeat =
  | { kind: 'weekly'; days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri')[] }
  | { kind: 'yearly'; month: number; day?: number };

export interface Page<T> {
  items: T[];
  /** Missing on the last page. */
  next?: string;
}

export interface Meeting {
  id: string;
  title: string;
  begins: Date;
  room: Room;
  repeat: Repeat | null;
}
// #endregion

// #region service
export class Meetings {
  private readonly all: Meeting[] = [];

  /**
   * Plan a meeting. Ask for the room before when the user names none.
   *
   * @param title - What it is about.
   * @param begins - When it begins.
   * @param guests - Who comes, without the user.
   * @param room - Where it is.
   * @param repeat - How it repeats; null for once.
   * @returns The meeting as it was planned.
   * @example plan('Retro', '2026-12-01T09:00:00Z', [{ email: 'ada@example.com' }])
   */
  @Tool()
  plan(
    title: string,
    begins: Date,
    guests: Guest[],
    room: Room = Room.Attic,
    repeat: Repeat | null = null,
  ): Meeting {
    const people = guests.reduce((sum, { companions }) => sum + 1 + companions, 1);
    const meeting = { id: `M${String(this.all.length + 1)}-${String(people)}`, title, begins, room, repeat };
    this.all.push(meeting);
    return meeting;
  }

  /**
   * List meetings.
   *
   * @param filter - What they must be like.
   * @param filter.room - Where they are.
   * @param limit - How many at most.
   */
  @Tool()
  @ReplayClass('read_only')
  list(
    filter: Partial<Pick<Meeting, 'room' | 'title'>>,
    @Param({ type: 'integer', minimum: 1 }) limit = 10,
  ): Page<Meeting> {
    const fits = ({ room, title }: Meeting): boolean =>
      (filter.room ?? room) === room && title.includes(filter.title ?? '');
    return { items: this.all.filter(fits).slice(0, limit) };
  }
}
// #endregion
