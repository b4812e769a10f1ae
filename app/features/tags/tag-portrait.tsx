import { photoUrl } from "#app/platform/files/photos.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import type { OwnTag } from "./manage/list-tags.server.ts";

/** Picture of the pet that wears the tag, or of the tag itself. */
export function TagPortrait({ tag }: { tag: OwnTag }) {
  if (!tag.petId)
    return (
      <span className="grid size-11 shrink-0 place-items-center rounded-[14px] bg-sunken">
        <TagDrawing metal="steel" className="h-9" />
      </span>
    );
  const { petId, petType, photoId } = tag;
  return (
    <Avatar src={photoId ? photoUrl(photoId, 160) : null}>
      <AnimalDrawing kind={petType ?? "other"} seed={petId} background className="size-full" />
    </Avatar>
  );
}
