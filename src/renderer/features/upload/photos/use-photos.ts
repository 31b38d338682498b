import { useEffect, useRef, useState } from 'react';
import { type Photo, readPhoto } from './photo.ts';

/** How many photographed pages a document can have: more become too large for a phone's memory. */
export const PHOTOS_MAX = 50;

/** A page with the address that its picture is shown from. */
export interface ShownPhoto extends Photo {
  readonly url: string;
}

/** The photographed pages of one document, in their order. They are gone with the component. */
export function usePhotos() {
  const [pages, setPages] = useState<readonly ShownPhoto[]>([]);
  /** How many photos are being read. */
  const [reading, setReading] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const [isFull, setFull] = useState(false);
  const urls = useRef(new Set<string>());

  useEffect(() => {
    const all = urls.current;
    return () => {
      for (const url of all) URL.revokeObjectURL(url);
      all.clear();
    };
  }, []);

  /** Adds photos behind the others, one after the other: a phone has little memory. */
  const add = async (files: readonly File[]): Promise<void> => {
    setUnreadable([]);
    const room = PHOTOS_MAX - pages.length - reading;
    setFull(files.length > room);
    const taken = files.slice(0, Math.max(0, room));
    setReading((count) => count + taken.length);
    for (const file of taken) {
      const photo = await readPhoto(file);
      setReading((count) => count - 1);
      if (!photo) {
        setUnreadable((names) => [...names, file.name]);
        continue;
      }
      const url = URL.createObjectURL(photo.jpeg);
      urls.current.add(url);
      setPages((before) => [...before, { ...photo, url }]);
    }
  };

  const turn = (id: string): void =>
    setPages((before) =>
      before.map((each) => (each.id === id ? { ...each, turns: (each.turns + 1) % 4 } : each)),
    );

  const remove = (id: string): void => {
    setFull(false);
    setPages((before) => before.filter((each) => each.id !== id));
  };

  /** Puts a page, which may have been removed, at a place among the others. */
  const place = (page: ShownPhoto, at: number): void =>
    setPages((before) => {
      const others = before.filter(({ id }) => id !== page.id);
      return [...others.slice(0, at), page, ...others.slice(at)];
    });

  return { pages, reading, unreadable, isFull, add, turn, remove, place };
}
