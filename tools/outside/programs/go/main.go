// Uses the client that openapi-generator makes for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"client/generated"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := generated.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("API_URL")
	animals := generated.NewAPIClient(configuration).AnimalsAPI
	ctx := context.WithValue(context.Background(), generated.ContextAccessToken, os.Getenv("API_KEY"))

	for _, input := range []generated.PetInput{
		{Name: "Rex", CategoryId: 9223372036854775807, Status: generated.AVAILABLE.Ptr()},
		{Name: "Zoë 🐈", CategoryId: -9223372036854775808},
	} {
		pet, _, err := animals.AddPet(ctx).PetInput(input).Execute()
		must(pet, err)
		status := "-"
		if pet.Status != nil {
			status = string(*pet.Status)
		}
		fmt.Println("added", pet.Id, pet.Name, pet.CategoryId, status)
	}

	all, _, err := animals.ListPets(ctx).Limit(2).Execute()
	fmt.Println("listed", must(all, err)[0].Id, all[1].Id)
	some, _, err := animals.ListPets(ctx).Status(generated.AVAILABLE).Execute()
	fmt.Println("listed with the status", must(some, err)[0].Id)

	var failure *generated.GenericOpenAPIError
	if _, _, err := animals.GetPet(ctx, 3).Execute(); errors.As(err, &failure) {
		reason := failure.Model().(generated.Error)
		fmt.Println(reason.Status, reason.Code, reason.Message)
	}
}
