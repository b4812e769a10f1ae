import Search from "lucide-react/icons/search";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { Button } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { TextInput } from "#app/platform/ui/text-input.tsx";
import { LinkForm } from "./link-form.tsx";
import { QrDialog } from "./qr-dialog.tsx";
import { TagMenu } from "./tag-menu.tsx";
import type { listTags } from "./tags.server.ts";

export type OwnTag = Awaited<ReturnType<typeof listTags>>["tags"][number];

interface Props {
  tags: OwnTag[];
  pets: { id: string; name: string }[];
  search: string;
  publicUrl: string;
  answer?: FormAnswer | undefined;
}

function SearchBox({ search }: { search: string }) {
  const { t } = useTranslation();
  return (
    <Form method="get" role="search" className="flex max-w-md gap-2">
      <TextInput
        name="q"
        type="search"
        defaultValue={search}
        aria-label={t("tags.searchOwn")}
        placeholder={t("tags.searchOwn")}
      />
      <Button type="submit" variant="ghost" icon={<Search aria-hidden />} aria-label={t("tags.searchAction")} />
    </Form>
  );
}

function TagCard({ tag, pets, publicUrl, answer }: { tag: OwnTag } & Omit<Props, "tags" | "search">) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const isActive = tag.status === "active";
  return (
    <Card as="li" pad="md" className="grid gap-4">
      <div className="flex items-start gap-4">
        {tag.petId ? (
          <Avatar
            src={tag.photoId ? photoUrl(tag.photoId, 160) : null}
            kind={tag.petType ?? "other"}
            seed={tag.petId}
            size="lg"
          />
        ) : (
          <span className="grid size-16 shrink-0 place-items-center rounded-2 bg-sunken">
            <TagDrawing metal="steel" className="h-12" />
          </span>
        )}
        <div className="min-w-0 grow">
          <p className="text-lg font-semibold tabular-nums">
            <Ltr>{tag.code}</Ltr>
          </p>
          <p className="truncate text-sm text-ink-2">{tag.petName ?? t("tags.noPet")}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Chip tone={isActive ? "ok" : "plain"} dot>
              {t(`tags.statuses.${tag.status}`)}
            </Chip>
            {isActive && !tag.petId ? <Chip tone="sun">{t("tags.states.unlinked")}</Chip> : null}
          </div>
        </div>
        <TagMenu tag={tag} />
      </div>
      <LinkForm tag={tag} pets={pets} answer={answer} />
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
        <p className="text-xs text-ink-3">
          {t("tags.updated")} <bdi>{formatDate(tag.updatedAt, language, timeZone, "shortDate")}</bdi>
        </p>
        <QrDialog tag={tag} publicUrl={publicUrl} />
      </div>
    </Card>
  );
}

/** The owner's tags as cards, comfortable with one and with five hundred. */
export function OwnTags({ tags, search, ...rest }: Props) {
  const { t } = useTranslation();
  if (tags.length === 0 && !search) return null;
  return (
    <section className="grid gap-4" aria-label={t("tags.listCaption")}>
      <SearchBox search={search} />
      {tags.length === 0 ? <p className="text-ink-2">{t("tags.noneFound")}</p> : null}
      <ul className="grid gap-4 lg:grid-cols-2">
        {tags.map((tag) => (
          <TagCard key={tag.id} tag={tag} {...rest} />
        ))}
      </ul>
    </section>
  );
}
