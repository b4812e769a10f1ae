import { useLocation } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { isLanguage } from "#app/platform/i18n/language.ts";
import { getShopTerms, toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { LinkedData, LinkPreview, previewSize } from "#app/platform/ui/page/link-preview.tsx";
import { type ListedProduct, nameIn, priceOf } from "../products.rules.ts";
import { storePath } from "../store/store-query.ts";

interface Described extends ListedProduct {
  descriptionEn: string;
  descriptionAr: string;
}

const large = 1600;

/** Metadata of a product for link previews and search engines: picture, price, availability and rating. */
export function ProductPreview({ product, publicUrl }: { product: Described; publicUrl: string }) {
  const { t, language } = useViewer();
  const named = new URLSearchParams(useLocation().search).get("lang");
  const url = `${publicUrl}/store/product/${product.id}`;
  const name = nameIn(language, product);
  const description = (language === "ar" ? product.descriptionAr : product.descriptionEn).slice(0, 160);
  const photo = product.photoId && publicUrl + photoUrl(product.photoId, large);
  const steps = [
    { name: t("store.title"), item: `${publicUrl}/store` },
    {
      name: t(`store.categories.${product.category}`),
      item: publicUrl + storePath({ category: product.category }),
    },
    { name, item: url },
  ];
  return (
    <>
      <LinkPreview
        url={url}
        named={isLanguage(named) ? named : null}
        language={language}
        siteName={t("shell.name")}
        title={name}
        description={description}
        picture={
          photo
            ? { url: photo, width: large, height: large }
            : { url: `${publicUrl}/og/${language}.png`, ...previewSize }
        }
      />
      <LinkedData
        thing={{
          "@type": "Product",
          name,
          description,
          sku: product.sku,
          brand: { "@type": "Brand", name: product.store },
          ...(photo && { image: photo }),
          offers: {
            "@type": "Offer",
            url,
            price: toMajorUnits(priceOf(product)),
            priceCurrency: getShopTerms().currency,
            availability: `https://schema.org/${product.stock > 0 ? "InStock" : "OutOfStock"}`,
          },
          ...(product.ratingCount > 0 && {
            aggregateRating: {
              "@type": "AggregateRating",
              ratingValue: (product.ratingSum / product.ratingCount).toFixed(1),
              reviewCount: product.ratingCount,
            },
          }),
        }}
      />
      <LinkedData
        thing={{
          "@type": "BreadcrumbList",
          itemListElement: steps.map((step, index) => ({ "@type": "ListItem", position: index + 1, ...step })),
        }}
      />
    </>
  );
}
