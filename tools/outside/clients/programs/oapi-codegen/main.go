// The steps of expected.txt with the client that oapi-codegen makes for Go.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"

	"client/generated"
)

var nextCursor = regexp.MustCompile(`[?&]cursor=([^&>]+)[^>]*>; rel="next"`)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func show(verb string, pet *generated.Pet) {
	status := "-"
	if pet.Status != nil {
		status = string(*pet.Status)
	}
	fmt.Println(verb, pet.Id, pet.Name, pet.CategoryId, status)
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	animals := must(generated.NewClientWithResponses(os.Getenv("API_URL"), generated.WithRequestEditorFn(withKey)))

	add := func(input generated.PetInput) {
		show("added", must(animals.AddPetWithResponse(ctx, nil, input)).JSON201)
	}
	available, sold := generated.Available, generated.Sold
	add(generated.PetInput{Name: "Rex", CategoryId: 9223372036854775807, Status: &available})
	add(generated.PetInput{Name: "Zoë 🐈", CategoryId: -9223372036854775808, Status: &sold})
	add(generated.PetInput{Name: "Tom", CategoryId: 1})

	// Every page but the last has a Link to the next one.
	limit := 2
	for query := (generated.ListPetsParams{Limit: &limit}); ; {
		page := must(animals.ListPetsWithResponse(ctx, &query))
		fmt.Print("page")
		for _, pet := range *page.JSON200 {
			fmt.Print(" ", pet.Id)
		}
		fmt.Println()
		cursor := nextCursor.FindStringSubmatch(page.HTTPResponse.Header.Get("Link"))
		if cursor == nil {
			break
		}
		query.Cursor = &cursor[1]
	}

	for _, pet := range *must(animals.ListPetsWithResponse(ctx, &generated.ListPetsParams{Status: &sold})).JSON200 {
		fmt.Println("sold", pet.Id)
	}

	show("fetched", must(animals.GetPetWithResponse(ctx, 1)).JSON200)

	reason := must(animals.GetPetWithResponse(ctx, 4)).JSON404
	fmt.Println(reason.Status, reason.Code, reason.Message)
}
