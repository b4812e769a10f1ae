import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { morphTarget } from "#app/platform/ui/use-morph.ts";
import { altIn, type ListedProduct } from "../products.rules.ts";
import { ProductPicture } from "../store/product-picture.tsx";

interface Pictured extends ListedProduct {
  pictures: { id: string; photoId: string; altEn: string; altAr: string }[];
}

/** Swipeable gallery of a product's pictures; the thumbnails below link to each, also without JavaScript. */
export function Gallery({
  product,
  name,
  chosen,
}: {
  product: Pictured;
  name: string;
  /** Id of the picture to show, such as the one in the chosen colour. */
  chosen?: string | undefined;
}) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const strip = useRef<HTMLUListElement>(null);
  const { pictures, category } = product;
  const shown = pictures.length > 0 ? pictures : [{ id: "none", photoId: null, altEn: "", altAr: "" }];
  // Scrolls only the strip, not the page.
  function turnTo(place: number) {
    const picture = strip.current?.children[place];
    if (!strip.current || !picture) return;
    const by = picture.getBoundingClientRect().left - strip.current.getBoundingClientRect().left;
    strip.current.scrollBy({ left: by, behavior: "smooth" });
  }
  const place = chosen ? pictures.findIndex(({ id }) => id === chosen) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when another picture is chosen
  useEffect(() => {
    if (place >= 0) turnTo(place);
  }, [place]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul
        ref={strip}
        tabIndex={shown.length > 1 ? 0 : undefined}
        aria-label={t("store.product.pictures", { name })}
        className="flex snap-x snap-mandatory overflow-x-auto rounded-3 bg-sunken [scrollbar-width:none]"
        style={morphTarget(product.id)}
      >
        {shown.map((picture, place) => (
          <li key={picture.id} id={`picture-${place + 1}`} className="aspect-square w-full shrink-0 snap-start">
            <ProductPicture
              photoId={picture.photoId}
              category={category}
              alt={altIn(language, picture, product)}
              sizes="(min-width: 64rem) 36rem, 100vw"
              eager={place === 0}
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <ul className="flex flex-wrap gap-2.5">
          {pictures.map((picture, place) => (
            <li key={picture.id}>
              <a
                href={`#picture-${place + 1}`}
                onClick={(event) => {
                  event.preventDefault();
                  turnTo(place);
                }}
                aria-label={t("store.product.picture", { number: place + 1, count: pictures.length })}
                className="block size-18 overflow-hidden rounded-2 border border-line bg-sunken transition hover:border-brand"
              >
                <ProductPicture photoId={picture.photoId} category={category} alt="" width={160} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
